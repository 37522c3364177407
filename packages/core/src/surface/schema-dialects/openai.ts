import type { SchemaDialect } from "./schema-dialect.ts";

/**
 * What OpenAI says of functions that are not strict: "schema must have type 'object' and not have
 * 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "array schema missing items", "object schema missing
 * properties" (at the top).
 */
export const openai: SchemaDialect = {
  name: "openai",
  notAtTop: ["allOf", "anyOf", "enum", "not", "oneOf"],
  needsProperties: true,
  needsItems: true,
  needsDeclared: false,
  hasConst: true,
  hasReferences: true,
  hasBooleans: true,
};
