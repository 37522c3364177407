import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../json-schema.ts";
import { schemasWithin } from "./schemas-within.ts";

/** What a schema asks for that cannot be checked. */
export interface RelaxingOptions {
  /** Every pattern that is not checked, wherever it stands. */
  readonly unchecked: ReadonlySet<string>;
  /** Those of them that are keys of `patternProperties`. */
  readonly uncheckedNames: ReadonlySet<string>;
}

/**
 * Takes from a schema (not from those in it) what would turn on a pattern that is not checked. Without the
 * pattern more values fit the schema it stands in, so fewer would fit `not`, `oneOf` and the like around it: a
 * value that is right would be refused. These go too, or ask for less. A reference may lead to any pattern.
 */
export function relaxSchema(schema: JsonSchema, options: RelaxingOptions): JsonSchema {
  if (options.unchecked.size === 0) return schema;
  const isOpen = (keyword: string) => turnsOnUnchecked({ [keyword]: schema[keyword] }, options.unchecked);
  const relaxed: Record<string, unknown> = { ...schema };
  const drop = (...keywords: readonly string[]) => {
    for (const keyword of keywords) delete relaxed[keyword];
  };
  if (isOpen("not")) drop("not");
  if (isOpen("if")) drop("if", "then", "else");
  if (isOpen("contains")) drop("maxContains");
  if (isOpen("oneOf")) {
    drop("oneOf");
    const { allOf, oneOf } = schema;
    relaxed["allOf"] = [...(Array.isArray(allOf) ? allOf : []), { anyOf: oneOf }];
  }
  // What counts as evaluated depends on all of the above.
  if (turnsOnUnchecked(schema, options.unchecked)) drop("unevaluatedProperties", "unevaluatedItems");
  if (isRecord(schema["patternProperties"])) {
    relaxed["patternProperties"] = relaxNames(schema["patternProperties"], options.uncheckedNames);
  }
  return relaxed;
}

/** If it is not known which names are meant, all are, and anything may stand there; none is "additional". */
function relaxNames(schemas: JsonSchema, uncheckedNames: ReadonlySet<string>): JsonSchema {
  const kept = Object.entries(schemas).filter(([pattern]) => !uncheckedNames.has(pattern));
  if (kept.length === Object.keys(schemas).length) return schemas;
  return Object.fromEntries([["", true], ...kept]);
}

const REFERENCES = ["$ref", "$recursiveRef", "$dynamicRef"];

function turnsOnUnchecked(root: JsonSchema, unchecked: ReadonlySet<string>): boolean {
  for (const { schema } of schemasWithin(root)) {
    if (REFERENCES.some((keyword) => schema[keyword] !== undefined)) return true;
    const { pattern, patternProperties } = schema;
    if (typeof pattern === "string" && unchecked.has(pattern)) return true;
    if (isRecord(patternProperties) && Object.keys(patternProperties).some((name) => unchecked.has(name))) {
      return true;
    }
  }
  return false;
}
