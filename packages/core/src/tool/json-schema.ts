/** A JSON Schema as it was given: draft-07 or 2020-12, keywords as data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
