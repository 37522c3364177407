/** What to make of a keyword: `exact` says that the schema then accepts what it accepted. */
export type Mended =
  | { readonly type: "fine" }
  | { readonly type: "replaced"; readonly value: unknown } // by one that means the same
  | { readonly type: "dropped"; readonly isExact: boolean };

type Kind = (value: unknown) => boolean;

const isText: Kind = (value) => typeof value === "string";
const isFlag: Kind = (value) => typeof value === "boolean";
const isNumber: Kind = (value) => typeof value === "number" && Number.isFinite(value);
const isAboveZero: Kind = (value) => isNumber(value) && Number(value) > 0;
const isCount: Kind = (value) => Number.isInteger(value) && Number(value) >= 0;
const isList: Kind = (value) => Array.isArray(value);

/** Keywords that say something to a reader and nothing to a validator. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...kinds(isText, "$comment", "contentEncoding", "contentMediaType", "description", "format", "title"),
  ...kinds(isFlag, "deprecated", "readOnly", "uniqueItems", "writeOnly"),
  ...kinds(isNumber, "exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"),
  ...kinds(isCount, "maxContains", "maxItems", "maxLength", "maxProperties"),
  ...kinds(isCount, "minContains", "minItems", "minLength", "minProperties"),
  ["multipleOf", isAboveZero],
  ["examples", isList],
]);

/** Lists of schemas that must not be empty; without any, `allOf` and `prefixItems` ask for nothing. */
const NON_EMPTY: ReadonlyMap<string, { readonly isExact: boolean }> = new Map([
  ["allOf", { isExact: true }],
  ["anyOf", { isExact: false }],
  ["oneOf", { isExact: false }],
  ["prefixItems", { isExact: true }],
  ["type", { isExact: false }],
]);

const FINE: Mended = { type: "fine" };

/**
 * What JSON Schema 2020-12 says of a keyword's value. A value of the wrong kind (`"exclusiveMinimum": true` of draft
 * 4, a description that is null) makes providers reject the request, so it is dropped; names said twice are said once.
 */
export function mendKeyword(keyword: string, value: unknown): Mended {
  const isRight = KINDS.get(keyword);
  if (isRight !== undefined) {
    return isRight(value) ? FINE : { type: "dropped", isExact: ANNOTATIONS.has(keyword) };
  }
  if (!Array.isArray(value)) return FINE;
  const needed = NON_EMPTY.get(keyword);
  if (needed !== undefined && value.length === 0) return { type: "dropped", ...needed };
  if (keyword !== "required" && keyword !== "type") return FINE;
  const once = [...new Set<unknown>(value)];
  return once.length === value.length ? FINE : { type: "replaced", value: once };
}

function kinds(kind: Kind, ...keywords: readonly string[]): [string, Kind][] {
  return keywords.map((keyword) => [keyword, kind]);
}
