import type { SchemaDialect } from "./schema-dialect.ts";

/**
 * What the Messages API says of schemas it rejects: "input_schema does not support oneOf, allOf, or anyOf at the top
 * level", "It must match JSON Schema draft 2020-12", "Property keys should match pattern"; the last for the top only.
 */
export const anthropic: SchemaDialect = {
  name: "anthropic",
  notAtTop: ["allOf", "anyOf", "oneOf"],
  parameterNames: /^[a-zA-Z0-9_.-]{1,64}$/,
  needsProperties: false,
  needsItems: false,
  needsDeclared: false,
  hasConst: true,
  hasReferences: true,
  hasBooleans: true,
};
