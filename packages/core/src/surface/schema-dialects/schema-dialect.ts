/** The dialects of JSON Schema that providers take tools in. */
export type SchemaDialectName =
  | "anthropic" // the Messages API
  | "openai" // functions that are not strict, in both APIs
  | "gemini" // `parametersJsonSchema`, not the older `parameters`
  | "lenient"; // whatever JSON Schema allows: nothing is known to be rejected

/**
 * What a provider rejects in a tool's input schema, as data. All but the lenient one also want every keyword to hold
 * what JSON Schema 2020-12 says it holds, and `items` to be one schema.
 */
export interface SchemaDialect {
  readonly name: SchemaDialectName;
  /** Keywords that may not stand at the top. */
  readonly notAtTop: readonly string[];
  /** What the names of the parameters at the top have to match. */
  readonly parameterNames?: RegExp;
  /** Whether the top has to have `properties`, if only none. */
  readonly needsProperties: boolean;
  /** Whether a list has to have `items`, if only any. */
  readonly needsItems: boolean;
  /** Whether what is required has to be among the properties. */
  readonly needsDeclared: boolean;
  /** Whether it knows `const`, besides an `enum` of one. */
  readonly hasConst: boolean;
  readonly hasReferences: boolean;
  /** Whether `true` and `false` are schemas; for additional properties they always are. */
  readonly hasBooleans: boolean;
}
