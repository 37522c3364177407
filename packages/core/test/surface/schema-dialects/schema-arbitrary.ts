import type { JsonSchema } from "@plimsoll/core";
import fc from "fast-check";

/** A keyword, and no promise. */
const THEN = "then";

const NAMES = ["a", "b", "filter[id]", "c d"];

const plainLeaf: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  { type: "string" },
  { type: "string", description: "a text" },
  { type: "integer", minimum: 0 },
  { type: "number", exclusiveMinimum: true, minimum: 0 },
  { type: ["array", "null"] },
  { type: "array" },
  { type: ["string", "string"] },
  { type: "string", minLength: -1, title: null },
  { const: "a" },
  { const: 1, enum: [1, 2] },
  { const: { a: 1 } },
  { type: "string", const: "b" },
  { enum: ["a", 1, null] },
  { required: ["a", "a"] },
  { required: ["zz", "b"] },
  { anyOf: [] },
  { allOf: [] },
  true,
  false,
  {},
);

const reference: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  { $ref: "#/$defs/A" },
  { $ref: "#/definitions/B", description: "a B" },
  { $ref: "#/$defs/A", minimum: 1 },
  { $ref: "#/$defs/A", required: ["a"], unevaluatedProperties: false },
  { $ref: "#/properties/a" },
  { $ref: "#/$defs/A/properties/a" },
  { $ref: "#named" },
  { type: "object", properties: { a: { $ref: "#" } } },
);

/** Schemas with whatever JSON Schema allows, and with what it does not and servers send all the same. */
const { any, object } = fc.letrec<{
  any: unknown;
  object: JsonSchema;
  list: JsonSchema;
  combined: JsonSchema;
}>((tie) => {
  const some = tie("any");
  const few = fc.array(some, { maxLength: 2 });
  const byName = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
    fc.dictionary(fc.constantFrom(...names), some, { maxKeys: 2 });
  return {
    any: fc.oneof(
      { maxDepth: 2, depthIdentifier: "schema" },
      { weight: 4, arbitrary: plainLeaf },
      { weight: 2, arbitrary: reference },
      { weight: 2, arbitrary: tie("object") },
      { weight: 1, arbitrary: tie("list") },
      { weight: 2, arbitrary: tie("combined") },
    ),
    object: fc
      .record({
        type: fc.constant("object"),
        properties: byName(NAMES),
        patternProperties: byName(["^a", "^filter\\[id\\]$"]),
        additionalProperties: fc.oneof(fc.boolean(), some),
        unevaluatedProperties: fc.constant(false),
        required: fc.subarray(NAMES),
        propertyNames: fc.constantFrom<unknown>({ maxLength: 3 }, { const: "a" }),
        dependentSchemas: byName(["a"]),
        dependencies: fc.constantFrom<unknown>({ a: ["b"] }, { a: { required: ["b"] } }),
        maxProperties: fc.constantFrom<unknown>(1, 2, "2"),
        description: fc.constantFrom<unknown>("an object", null),
      })
      .chain(fewKeywords),
    list: fc
      .record({
        type: fc.constant("array"),
        items: fc.oneof(some, few),
        additionalItems: some,
        prefixItems: few,
        contains: some,
        maxContains: fc.constant(1),
        unevaluatedItems: fc.constant(false),
      })
      .chain(fewKeywords),
    combined: fc
      .record({ not: some, if: some, [THEN]: some, else: some, allOf: few, anyOf: few, oneOf: few })
      .chain(fewKeywords),
  };
});

/** Some keywords of many, so that schemas stay small enough for a value to fit one. */
function fewKeywords(schema: JsonSchema): fc.Arbitrary<JsonSchema> {
  return fc
    .shuffledSubarray(Object.entries(schema), { maxLength: Math.min(3, Object.keys(schema).length) })
    .map((entries) => Object.fromEntries(entries));
}

/** Input schemas as a catalog might have them. */
export const wildSchema: fc.Arbitrary<JsonSchema> = fc
  .record({
    a: plainLeaf,
    properties: fc.dictionary(fc.constantFrom(...NAMES), any, { maxKeys: 3 }),
    isOld: fc.boolean(),
    keep: fc.nat(3),
    keywords: fc.shuffledSubarray([
      "required",
      "additionalProperties",
      "unevaluatedProperties",
      "patternProperties",
      "allOf",
      "anyOf",
      "oneOf",
      "not",
      "if",
      "then",
      "$ref",
    ]),
    rest: fc.record({
      required: fc.subarray(NAMES, { maxLength: 1 }),
      additionalProperties: fc.oneof(fc.boolean(), any),
      unevaluatedProperties: fc.constant(false),
      patternProperties: fc.dictionary(fc.constantFrom("^a", "^filter\\[id\\]$"), any, { maxKeys: 1 }),
      allOf: fc.array(object, { maxLength: 2 }),
      anyOf: fc.array(object, { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(fc.oneof(object, any), { minLength: 1, maxLength: 3 }),
      not: any,
      if: any,
      [THEN]: any,
      $ref: fc.constantFrom("#/$defs/A", "#/definitions/B"),
    }),
    inA: plainLeaf,
    B: fc.oneof(plainLeaf, object),
  })
  .map(({ a, properties, isOld, keep, keywords, rest, inA, B }) => ({
    type: "object",
    properties: { ...properties, a },
    ...Object.fromEntries(
      Object.entries(rest).filter(([keyword]) => keywords.slice(0, keep).some((one) => one === keyword)),
    ),
    ...(isOld ? { $schema: "http://json-schema.org/draft-07/schema#" } : {}),
    $defs: {
      A: { type: "object", $anchor: "named", properties: { a: inA, b: { $ref: "#/$defs/A" } } },
    },
    definitions: { B },
  }));

const value: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 2, depthIdentifier: "value" },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>("a", "b", "longer", 0, 1, 2, 5, -1, 0.5, null, true, false),
  },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>("a", 1, null, {}), { maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc.dictionary(
      fc.constantFrom(...NAMES),
      fc.constantFrom<unknown>("a", 1, 2, null, {}, { a: 1 }),
      {
        maxKeys: 3,
      },
    ),
  },
);

/** Arguments of a call, in the names of those schemas. */
export const wildArguments: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom(...NAMES, "zz"),
  value,
  { maxKeys: 3 },
);
