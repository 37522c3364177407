import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findUncheckable } from "../../src/tool/checking/uncheckable.ts";
import type { JsonSchema } from "../../src/tool/json-schema.ts";
import { validate } from "../../src/tool/validate.ts";

// The last two are not checked here; the validator alone checks them with the engine's own expressions.
const pattern = fc.constantFrom("^a", "b$", "^(?=a)", "(a|b)\\1");
const names = fc.constantFrom("^a", "^(?=b)", "^(?:a|ab)+$");

const CONDITION = ["if", "then", "else"];

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constant({}),
    fc.constantFrom(
      { type: "string" },
      { type: "object" },
      { type: "array" },
      { minLength: 2 },
      { minProperties: 1 },
    ),
    fc.record({ pattern }),
    fc.constantFrom({ $ref: "#/$defs/one" }, { $ref: "#/$defs/other" }),
    fc.record({ not: tie("schema") }),
    fc.record(
      { oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), pattern },
      { requiredKeys: ["oneOf"] },
    ),
    fc.record({
      anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      unevaluatedProperties: fc.constant(false),
    }),
    fc
      .tuple(fc.array(tie("schema"), { minLength: 3, maxLength: 3 }), fc.boolean())
      .map(([parts, isOpen]) => ({
        ...Object.fromEntries(CONDITION.map((keyword, at) => [keyword, parts[at]])),
        unevaluatedProperties: isOpen,
      })),
    fc.record({ contains: tie("schema"), maxContains: fc.constant(1) }, { requiredKeys: ["contains"] }),
    fc.record({ propertyNames: tie("schema") }),
    fc.record({ items: tie("schema") }),
    fc.record(
      {
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")),
        patternProperties: fc.dictionary(names, tie("schema"), { maxKeys: 2 }),
        additionalProperties: tie("schema"),
        allOf: fc.array(tie("schema"), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 3 });
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3 }),
  ),
}));

// The definitions hold no references, so that none leads back to itself.
const definition = fc.constantFrom<JsonSchema>(
  { pattern: "^(?=a)" },
  { pattern: "^a" },
  { properties: { a: { pattern: "(a|b)\\1" } } },
);

test("a schema refuses what the validator alone refuses, and less only where patterns are not checked", () => {
  fc.assert(
    fc.property(
      schema,
      definition,
      definition,
      fc.array(value, { maxLength: 5 }),
      (inner, one, other, values) => {
        const whole: JsonSchema = { allOf: [inner], $defs: { one, other } };
        const alone = new Validator(structuredClone(whole) as Schema, "2020-12", false);
        const isChecked = findUncheckable(whole).length === 0;
        for (const each of values) {
          const isRight = validate(whole, each).length === 0;
          const isRightAlone = alone.validate(each).valid;
          if (isChecked) expect(isRight).toBe(isRightAlone);
          else if (isRightAlone) expect(isRight).toBe(true);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});
