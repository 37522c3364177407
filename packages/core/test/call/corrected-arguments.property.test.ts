import type { JsonSchema } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctArguments } from "../../src/call/corrected-arguments.ts";
import { validate } from "../../src/tool/validate.ts";
import {
  aSchema,
  damages,
  fittingValue,
  isReversible,
  objectSchema,
  reversibleDamages,
} from "./damaged-arguments.ts";

const aCase = objectSchema.chain((schema) =>
  fc.record({ schema: fc.constant(schema), value: fittingValue(schema) }),
);

/** Arguments with one to three faults, beside the ones they were made from. */
const nearlyRight = aCase.chain(({ schema, value }) =>
  fc
    .array(fc.nat(), { minLength: 1, maxLength: 3 })
    .chain((choices) => damages(value, choices).map((sent) => ({ schema, sent }))),
);

/** A schema with a property that no placeholder can stand for. */
const harsh = objectSchema.map((schema): JsonSchema => {
  const code = { type: "string", pattern: "^[A-Z]{3}-\\d{4}#$" };
  return { ...schema, properties: { ...Object(schema["properties"]), code }, required: ["code"] };
});

/** Arguments that have nothing to do with the schema but the names they use. */
const wild = fc.record({
  schema: fc.oneof(objectSchema, aSchema, harsh),
  sent: fc.oneof(
    fc.jsonValue(),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.dictionary(
      fc.constantFrom("repo", "Repo", "count", "is_open", "__proto__", "constructor", "arguments"),
      fc.jsonValue(),
    ),
  ),
});

const anyCase = fc.oneof(nearlyRight, wild);

describe("a corrected example", () => {
  test("fits the schema, and was not what was sent", () => {
    fc.assert(
      fc.property(anyCase, ({ schema, sent }) => {
        const corrected = correctArguments(schema, sent);
        if (corrected === undefined) return;
        expect(validate(schema, corrected)).toEqual([]);
        expect(corrected).not.toEqual(sent);
      }),
      { numRuns: 500 },
    );
  });

  test("is the same each time, and leaves what was sent as it was", () => {
    fc.assert(
      fc.property(nearlyRight, ({ schema, sent }) => {
        const [before, schemaBefore] = [JSON.stringify(sent), JSON.stringify(schema)];
        const corrected = correctArguments(schema, sent);
        expect([JSON.stringify(sent), JSON.stringify(schema)]).toEqual([before, schemaBefore]);
        expect(JSON.stringify(correctArguments(structuredClone(schema), sent))).toBe(
          JSON.stringify(corrected),
        );
      }),
    );
  });

  test("is found for what is nearly right", () => {
    fc.assert(
      fc.property(nearlyRight, ({ schema, sent }) => {
        fc.pre(validate(schema, sent).length > 0);
        expect(correctArguments(schema, sent)).toBeDefined();
      }),
    );
  });

  test("undoes a fault that can be undone", () => {
    const reversible = aCase.chain(({ schema, value }) => {
      const choices = reversibleDamages(schema, value);
      return fc.record({
        schema: fc.constant(schema),
        value: fc.constant(value),
        sent: choices.length === 0 ? fc.constant(undefined) : fc.constantFrom(...choices),
      });
    });
    fc.assert(
      fc.property(reversible, ({ schema, value, sent }) => {
        fc.pre(isReversible(schema, sent));
        expect(correctArguments(schema, sent)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test("sent again, is right: there is nothing more to correct", () => {
    fc.assert(
      fc.property(anyCase, ({ schema, sent }) => {
        const corrected = correctArguments(schema, sent);
        fc.pre(corrected !== undefined);
        expect(correctArguments(schema, corrected)).toBeUndefined();
      }),
    );
  });

  test("never throws, whatever stands where a schema should", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "required",
      "items",
      "enum",
      "anyOf",
      "allOf",
      "$ref",
      "minimum",
      "minItems",
      "pattern",
      "additionalProperties",
      "dependentRequired",
      "patternProperties",
    );
    const nonsense: fc.Arbitrary<JsonSchema> = fc.dictionary(keyword, fc.jsonValue());
    fc.assert(
      fc.property(nonsense, nonsense, fc.jsonValue(), (schema, inner, sent) => {
        expect(() => correctArguments(schema, sent)).not.toThrow();
        expect(() =>
          correctArguments(
            { type: "object", properties: { repo: inner }, required: ["repo"] },
            { repo: sent },
          ),
        ).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
