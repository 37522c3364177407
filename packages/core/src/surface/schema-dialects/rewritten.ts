import type { JsonSchema } from "../../tool/json-schema.ts";

/** A schema in place of another. It accepts whatever the other accepted; if it is exact, nothing else. */
export interface Rewritten<Schema = JsonSchema> {
  readonly schema: Schema;
  readonly isExact: boolean;
}
