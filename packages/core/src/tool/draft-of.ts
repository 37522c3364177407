import type { JsonSchema } from "./json-schema.ts";

/** The edition of JSON Schema that a schema is read by: the one it names, as far as the validator tells them apart. */
export function draftOf(schema: JsonSchema): "7" | "2020-12" {
  const dialect = schema["$schema"];
  return typeof dialect === "string" && /draft-0[4-7]/.test(dialect) ? "7" : "2020-12";
}
