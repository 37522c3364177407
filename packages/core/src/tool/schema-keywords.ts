import { isRecord } from "../internal/is-record.ts";

/** What stands behind a keyword of JSON Schema, as far as its shape goes. */
export type KeywordShape =
  | "schema" // a schema
  | "schema-or-list" // a schema, or (before 2020-12) a list of them
  | "schemas" // a list of schemas
  | "map"; // schemas by name

/** The keywords that hold schemas. */
const SUBSCHEMAS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ["$defs", "map"],
  ["additionalItems", "schema"],
  ["additionalProperties", "schema"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["contains", "schema"],
  ["definitions", "map"],
  ["dependentSchemas", "map"],
  ["else", "schema"],
  ["if", "schema"],
  ["items", "schema-or-list"],
  ["not", "schema"],
  ["oneOf", "schemas"],
  ["patternProperties", "map"],
  ["prefixItems", "schemas"],
  ["properties", "map"],
  ["propertyNames", "schema"],
  ["then", "schema"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
]);

/** Of these, the ones that look at the same value as the schema they stand in. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

const TYPES: ReadonlySet<unknown> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);

/** What is wrong with a keyword's own value, where it holds no schema; nothing, if it may stand. */
export function whyKeywordWrong(keyword: string, value: unknown): string | undefined {
  switch (keyword) {
    case "type":
      return isType(value) ? undefined : `${say(value)} is no type`;
    case "required":
      return isTexts(value) ? undefined : "it is not a list of names";
    case "enum":
      return Array.isArray(value) ? undefined : "it is not a list of values";
    case "$ref":
    case "pattern":
      return typeof value === "string" ? undefined : "it is not a text";
    default:
      return undefined;
  }
}

/** The schemas behind a keyword, each with its place; or that the keyword holds something else. */
export function subschemasOf(
  keyword: string,
  value: unknown,
): readonly (readonly [string, unknown])[] | "wrong" {
  const shape = SUBSCHEMAS.get(keyword);
  if (shape === undefined) return [];
  if (shape === "schema" || (shape === "schema-or-list" && !Array.isArray(value))) return [[keyword, value]];
  if (shape === "map") {
    return isRecord(value)
      ? Object.entries(value).map(([name, schema]) => [`${keyword}/${name}`, schema])
      : "wrong";
  }
  return Array.isArray(value) ? value.map((schema, at) => [`${keyword}/${at}`, schema]) : "wrong";
}

/**
 * Puts other schemas in the place of those behind a keyword; what holds none comes back as it is. Also for the old
 * `dependencies`, whose lists of names are left alone.
 */
export function mapSubschemas(
  keyword: string,
  value: unknown,
  change: (schema: unknown, step: string) => unknown,
): unknown {
  const shape = keyword === "dependencies" ? "map" : SUBSCHEMAS.get(keyword);
  if (shape === undefined) return value;
  if (shape === "map") {
    if (!isRecord(value)) return value;
    const changed = Object.entries(value).map(([name, schema]) => [
      name,
      Array.isArray(schema) ? schema : change(schema, `${keyword}/${name}`),
    ]);
    return Object.fromEntries(changed);
  }
  if (Array.isArray(value)) return value.map((schema, at) => change(schema, `${keyword}/${at}`));
  return change(value, keyword);
}

function isType(value: unknown): boolean {
  return typeof value === "string" ? TYPES.has(value) : [value].flat().every((type) => TYPES.has(type));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function say(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
