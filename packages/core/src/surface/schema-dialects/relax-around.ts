import type { JsonSchema } from "../../tool/json-schema.ts";

/**
 * Takes from a schema what would refuse more now that some of its keywords accept more: `not` and `if` turn on what
 * is refused, `oneOf` and `maxContains` on how much is, and what counts as evaluated on everything beside it.
 */
export function relaxAround(schema: JsonSchema, inexact: ReadonlySet<string>): JsonSchema {
  if (inexact.size === 0) return schema;
  const relaxed: Record<string, unknown> = { ...schema };
  const drop = (...keywords: readonly string[]): void => {
    for (const keyword of keywords) delete relaxed[keyword];
  };
  if (inexact.has("not")) drop("not");
  if (inexact.has("if")) drop("if", "then", "else");
  if (inexact.has("contains")) drop("maxContains");
  if (inexact.has("oneOf")) {
    drop("oneOf");
    if (schema["anyOf"] === undefined) relaxed["anyOf"] = schema["oneOf"];
  }
  drop("unevaluatedItems", "unevaluatedProperties");
  return relaxed;
}
