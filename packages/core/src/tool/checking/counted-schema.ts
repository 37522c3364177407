import { spendEffort } from "./effort.ts";

const UNITS_A_VISIT = 10;

/**
 * A schema that counts how often it is evaluated: a schema with two references to a schema with two references,
 * and so on, is short, and work for years.
 */
export class CountedSchema {
  [keyword: string]: unknown;

  // The validator reads everything it knows from each schema it comes to. This one it sets itself, and only
  // beside `$recursiveRef`, so it is free to be the counter.
  static {
    Object.defineProperty(CountedSchema.prototype, "__absolute_recursive_ref__", {
      get: () => spendEffort(UNITS_A_VISIT),
    });
  }
}
