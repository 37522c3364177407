import { describe, expect, test } from "vitest";
import { findUncheckable } from "../../src/tool/checking/uncheckable.ts";
import type { JsonSchema } from "../../src/tool/json-schema.ts";
import { validate } from "../../src/tool/validate.ts";

const object = (properties: unknown, more = {}): JsonSchema => ({ type: "object", properties, ...more });
const long = (part: string) => part.repeat(100_000 / part.length);
const name = (length: number) => `${"a".repeat(length)}!`;

describe("a pattern that hangs a backtracking matcher", { timeout: 30_000 }, () => {
  test.each([
    ["nested quantifiers", "^(a+)+$", `${long("a")}!`],
    ["nested stars", "(.*)*x", long("a")],
    ["a choice of the same", "^(a|a)*$", `${long("a")}!`],
    ["a choice that overlaps", "^(a|ab|b)*$", `${long("ab")}!`],
    ["optional parts", "^(a?){50}a{50}$", `${long("a")}!`],
    ["words and spaces", "^(\\w+\\s?)*$", `${long("words ")}!`],
    ["adjacent stars", "^a*a*a*a*a*b$", long("a")],
    ["a start anywhere", "a+b", long("a")],
    ["an address", "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$", long("a")],
  ])("%s answers for a long text", (_what, pattern, text) => {
    expect(validate(object({ a: { type: "string", pattern } }), { a: text })).toEqual([
      { path: "/a", message: `String does not match pattern "${pattern}".` },
    ]);
  });

  test.each<[string, JsonSchema, unknown]>([
    [
      "propertyNames",
      object({}, { propertyNames: { pattern: "^(a+)+$" }, required: ["b"] }),
      { [name(50)]: 1 },
    ],
    [
      "patternProperties",
      object({}, { patternProperties: { "^(a+)+$": {} }, required: ["b"] }),
      { [name(50)]: 1 },
    ],
    [
      "a definition",
      object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: { pattern: "^(a+)+$" } } }),
      { a: name(50) },
    ],
    ["oneOf", object({ a: { oneOf: [{ pattern: "^(a+)+$" }, { type: "number" }] } }), { a: name(50) }],
    [
      "a part nobody knows",
      object({ a: { $ref: "#/x/y" } }, { x: { y: { pattern: "^(a+)+$" } } }),
      { a: name(50) },
    ],
  ])("answers in %s", (_where, schema, value) => {
    expect(validate(schema, value)).not.toEqual([]);
  });

  test("is refused with the text where even steady work would be too much", () => {
    // No two stretches of this text are alike, so that nothing can be remembered.
    let number = 1;
    const next = () => {
      number = (number * 48_271) % 2_147_483_647;
      return number % 2 === 0 ? "a" : "b";
    };
    const text = Array.from({ length: 100_000 }, next).join("");
    expect(validate(object({ a: { pattern: "(a|b)*a(a|b){3000}c" } }), { a: text })).toEqual([
      { path: "", message: expect.stringContaining("too long") },
    ]);
  });
});

describe("a pattern that cannot be checked", () => {
  test.each([
    ["ill-formed", "["],
    ["looking ahead", "^(?!a)"],
    ["referring back", "(a)\\1"],
  ])("costs itself only: %s", (_what, pattern) => {
    const schema = object({
      a: { type: "string", pattern, maxLength: 3 },
      b: { type: "string", pattern: "^b" },
    });
    expect(validate(schema, { a: "aa", b: "b" })).toEqual([]);
    expect(validate(schema, { a: "aaaa", b: "c" }).map(({ path }) => path)).toEqual(["/a", "/b"]);
  });

  const unchecked = { type: "string", pattern: "(?=a)" };
  test.each<[string, JsonSchema]>([
    ["not", { not: unchecked }],
    ["not, by reference", { not: { $ref: "#/$defs/unchecked" } }],
    ["oneOf", { oneOf: [unchecked, { type: "string", minLength: 1 }] }],
    ["if", { if: { not: unchecked }, else: { minLength: 9 } }],
  ])("never makes a value wrong that is right, in %s", (_where, schema) => {
    const whole = object({ a: schema, b: { type: "string" } }, { $defs: { unchecked } });
    expect(validate(whole, { a: "b", b: "b" })).toEqual([]);
    expect(validate(whole, { a: "b", b: 1 }).map(({ path }) => path)).toEqual(["/b"]);
  });

  test("never makes a value wrong that is right, among the items of a list", () => {
    const schema = object({ a: { type: "array", contains: unchecked, maxContains: 1 } });
    expect(validate(schema, { a: ["a", "b"] })).toEqual([]);
    expect(validate(schema, { a: [1, 2] })).not.toEqual([]);
  });

  test.each(["additionalProperties", "unevaluatedProperties"])(
    "leaves no name over for %s where it stands for names",
    (keyword) => {
      const schema = object(
        { b: { type: "string" } },
        { patternProperties: { "^(a+)+$": { type: "number" }, "^x-": { type: "string" } }, [keyword]: false },
      );
      expect(validate(schema, { aaa: 1, "x-a": "a", b: "b" })).toEqual([]);
      expect(validate(schema, { "x-a": 1 }).map(({ path }) => path)).toContain("/x-a");
    },
  );

  test("is named with its place and the reason", () => {
    const schema = object(
      { "a/b": { pattern: "^(?!a)" }, c: { pattern: "^(a+)+$" } },
      { $defs: { d: { pattern: "[" } }, patternProperties: { "(a+)+b": {}, "^x-": {} } },
    );
    expect(findUncheckable(schema)).toEqual([
      { place: "/patternProperties", pattern: "(a+)+b", reason: expect.stringContaining("too long") },
      { place: "/properties/a~1b/pattern", pattern: "^(?!a)", reason: "it looks ahead or behind" },
      { place: "/$defs/d/pattern", pattern: "[", reason: "it is not a regular expression of ECMA-262" },
    ]);
  });

  test("is not confused with data and parameters of that name", () => {
    const schema = object({ pattern: { const: { pattern: "[" }, default: { pattern: "[" } } });
    expect(findUncheckable(schema)).toEqual([]);
    expect(validate(schema, { pattern: { pattern: "[" } })).toEqual([]);
  });
});

describe("patterns", () => {
  test("are said in a message at a sensible length", () => {
    const pattern = `^${"abc".repeat(300)}$`;
    const [issue] = validate(object({ a: { pattern } }), { a: "b" });
    expect(issue?.message.length).toBeLessThan(200);
    expect(issue?.message).toContain("^abcabc");
  });

  test("stand beside formats", () => {
    const schema = object({ a: { type: "string", pattern: "^2", format: "date" } });
    expect(validate(schema, { a: "2020-01-01" })).toEqual([]);
    expect(validate(schema, { a: "1999-01-01" })).toEqual([
      { path: "/a", message: 'String does not match pattern "^2".' },
    ]);
    expect(validate(schema, { a: "2020" })).toEqual([
      { path: "/a", message: 'String does not match format "date".' },
    ]);
  });

  test("of different schemas are kept apart", () => {
    const [one, other] = ["^a", "^b"].map((pattern) => object({ x: { pattern } }));
    for (let round = 0; round < 2; round++) {
      expect(validate(one ?? {}, { x: "a" })).toEqual([]);
      expect(validate(other ?? {}, { x: "a" })).not.toEqual([]);
    }
  });
});
