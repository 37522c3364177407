import type { SchemaDialect } from "./schema-dialect.ts";

/**
 * What `parametersJsonSchema` of a function declaration takes: "an object where the properties are the parameters".
 * A `$ref` is rejected beside other keywords, to places other than `$defs`, and in the text of a result too
 * ("The referenced name … does not match"), so none is left. `const` is not among the keywords it has.
 */
export const gemini: SchemaDialect = {
  name: "gemini",
  notAtTop: ["allOf", "anyOf", "oneOf"],
  needsProperties: true,
  needsItems: true,
  needsDeclared: true,
  hasConst: false,
  hasReferences: false,
  hasBooleans: false,
};
