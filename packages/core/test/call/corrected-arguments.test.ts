import type { JsonSchema } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { correctArguments } from "../../src/call/corrected-arguments.ts";
import { validate } from "../../src/tool/validate.ts";

/** An object schema with these properties. */
function object(properties: Readonly<Record<string, JsonSchema>>, rest: JsonSchema = {}): JsonSchema {
  return { type: "object", properties, ...rest };
}

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };

describe("a corrected example", () => {
  test("keeps what fits and changes only what does not", () => {
    const schema = object(
      { repo: TEXT, labels: { type: "array", items: TEXT }, limit: WHOLE, filter: object({ open: TEXT }) },
      { required: ["repo", "title"] },
    );
    const sent = { limit: "5", labels: ["b", "a"], repo: " core ", filter: { z: 1, open: "é" } };
    const corrected = correctArguments(schema, sent);
    expect(corrected).toEqual({ ...sent, limit: 5, title: "<title>" });
    expect(corrected?.["filter"]).toBe(sent.filter);
    expect(Object.keys(corrected ?? {})).toEqual(["limit", "labels", "repo", "filter", "title"]);
  });

  test("is not given for arguments that fit", () => {
    expect(correctArguments(object({ a: TEXT }), { a: "b" })).toBeUndefined();
  });

  test.each<[string, JsonSchema, unknown, unknown]>([
    ["a JSON text where an object is wanted is read", object({ a: WHOLE }), '{"a":1}', { a: 1 }],
    ["a JSON text where a list is wanted is read", { type: "array", items: WHOLE }, "[1,2]", [1, 2]],
    ["a number text becomes a number", { type: "number" }, " 7.5 ", 7.5],
    ["an integer text becomes an integer", WHOLE, "5", 5],
    ["a number becomes a text", TEXT, 5, "5"],
    ["a number stays one where a number may stand", { type: ["string", "number"], maximum: 9 }, 12, 9],
    ["yes becomes true", { type: "boolean" }, "yes", true],
    ["False becomes false", { type: "boolean" }, "False", false],
    ["an object becomes the JSON that a text can hold", TEXT, { a: 1 }, '{"a":1}'],
    ["a single value becomes a list", { type: "array", items: TEXT }, "bug", ["bug"]],
    ["a single value becomes a list, and fits it", { type: "array", items: WHOLE }, "5", [5]],
    ["a list of one becomes its value", TEXT, ["bug"], "bug"],
    ["a list of one becomes its value, and fits", WHOLE, ["5"], 5],
    ["a type union takes what it can read", { type: ["integer", "null"] }, "5", 5],
    ["a type union takes null by its name", { type: ["integer", "null"] }, "null", null],
    ["too little becomes the minimum", { ...WHOLE, minimum: 3 }, 1, 3],
    ["too much becomes the maximum", { ...WHOLE, maximum: 100 }, "500", 100],
    ["an open end moves an integer by one", { ...WHOLE, exclusiveMaximum: 10 }, 12, 9],
    ["between open ends is the middle", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 4, 0.5],
    ["a fraction becomes the nearest integer", WHOLE, 6.6, 7],
    ["a step is kept within the range", { type: "number", multipleOf: 0.1, maximum: 0.35 }, 0.36, 0.3],
    ["the case of a choice is mended", { enum: ["open", "closed"] }, "CLOSED", "closed"],
    [
      "the separators of a choice are mended",
      { enum: ["done", "in_progress"] },
      "in-progress",
      "in_progress",
    ],
    ["a slip in a choice is mended", { enum: ["open", "closed"] }, "clsoed", "closed"],
    ["a choice among numbers is read", { enum: [1, 2, 3] }, "2", 2],
    ["a choice that is none becomes the first", { enum: ["open", "closed"] }, "purple", "open"],
    ["a constant is what it is", { const: "v2" }, "V2", "v2"],
    ["surplus items are dropped at the end", { type: "array", maxItems: 2 }, [3, 1, 2], [3, 1]],
    [
      "double items are dropped",
      { type: "array", uniqueItems: true },
      [{ a: 1 }, 2, { a: 1 }],
      [{ a: 1 }, 2],
    ],
    ["missing items are filled in", { type: "array", items: TEXT, minItems: 2 }, ["a"], ["a", "<at 2>"]],
    [
      "the first items have schemas of their own",
      { type: "array", prefixItems: [WHOLE, TEXT] },
      ["1", 2],
      [1, "2"],
    ],
    ["a text too long is not cut", { ...TEXT, maxLength: 6 }, "a long text", "<at>"],
    ["a text of a wrong format becomes one of it", { ...TEXT, format: "date" }, "tomorrow", "2026-01-31"],
    ["a text that is no number becomes one", { ...WHOLE, minimum: 1 }, "many", 1],
    ["the branch that changes least is taken", { anyOf: [object({}), WHOLE, { type: "boolean" }] }, "5", 5],
    [
      "a branch is known by its constant",
      {
        oneOf: [
          object({ kind: { const: "a" }, n: WHOLE }, { required: ["kind", "n"] }),
          object({ kind: { const: "b" }, m: WHOLE }, { required: ["kind", "m"] }),
        ],
      },
      { kind: "b", m: "1" },
      { kind: "b", m: 1 },
    ],
    ["everything in allOf holds", { allOf: [{ type: "number" }, { maximum: 3 }] }, "5", 3],
  ])("%s", (_rule, at, sent, expected) => {
    expect(correctArguments(object({ at }), { at: sent })).toEqual({ at: expected });
  });

  test.each<[string, unknown]>([
    ["#/$defs/count", { at: "5" }],
    ["#count", { at: "5" }],
  ])("a reference to %s is followed", ($ref, sent) => {
    const schema = object({ at: { $ref } }, { $defs: { count: { $anchor: "count", ...WHOLE } } });
    expect(correctArguments(schema, sent)).toEqual({ at: 5 });
  });

  test("a schema that holds itself is followed as deep as the arguments go", () => {
    const schema = object({ n: WHOLE, next: { $ref: "#" } });
    expect(correctArguments(schema, { next: { next: { n: "1" } } })).toEqual({ next: { next: { n: 1 } } });
  });
});

describe("names of properties", () => {
  const closed = { additionalProperties: false };

  test.each<[string, string, string]>([
    ["casing", "Repo_Name", "repoName"],
    ["a slip", "titel", "title"],
    ["part of it", "file_path", "path"],
  ])("are mended: %s", (_what, sent, known) => {
    expect(correctArguments(object({ other: TEXT, [known]: TEXT }, closed), { [sent]: "x" })).toEqual({
      [known]: "x",
    });
  });

  test("that are known to nobody are dropped where they may not stand", () => {
    expect(correctArguments(object({ title: TEXT }, closed), { title: "x", purple: 1 })).toEqual({
      title: "x",
    });
  });

  test("of one that is there already are not given twice", () => {
    expect(correctArguments(object({ title: TEXT }, closed), { Title: "x", title: "y" })).toEqual({
      title: "y",
    });
  });

  test("that may stand are mended only for one that is missed", () => {
    const schema = object({ repo: TEXT, title: TEXT }, { required: ["repo"] });
    expect(correctArguments(schema, { REPO: "x", Title: "y" })).toEqual({ repo: "x", Title: "y" });
  });

  test("with the same letters are mended before those that are only alike", () => {
    expect(correctArguments(object({ user_id: TEXT }, closed), { user_ids: "a", userId: "b" })).toEqual({
      user_id: "b",
    });
  });
});

describe("arguments in the wrong wrapping", () => {
  const schema = object({ title: TEXT }, { required: ["title"] });

  test.each<[string, unknown]>([
    ["arguments", { arguments: { title: "x" } }],
    ["input", { input: { title: "x" } }],
    ["params, as a JSON text", { params: '{"title":"x"}' }],
    ["a JSON text", '{"title":"x"}'],
    ["a list of one", [{ title: "x" }]],
  ])("are taken out: %s", (_what, sent) => {
    expect(correctArguments(schema, sent)).toEqual({ title: "x" });
  });

  test("stay where the wrapping is a property", () => {
    const wanted = object({ input: object({}), title: TEXT }, { required: ["title"] });
    expect(correctArguments(wanted, { input: { title: "x" } })).toEqual({
      input: { title: "x" },
      title: "<title>",
    });
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text that is no JSON", '{"title":"x'],
    ["a number", 7],
  ])("%s leaves what is required", (_what, sent) => {
    expect(correctArguments(schema, sent)).toEqual({ title: "<title>" });
  });
});

describe("what is missing", () => {
  test.each<[string, JsonSchema, unknown]>([
    ["its default", { ...TEXT, default: "main", enum: ["dev", "main"], examples: ["dev"] }, "main"],
    ["its constant", { const: 2 }, 2],
    ["the first of its choices", { enum: ["dev", "main"], examples: ["main"] }, "dev"],
    ["its first example", { ...TEXT, examples: ["octo/core"] }, "octo/core"],
    ["an example that fits, before a default that does not", { ...WHOLE, default: "", examples: [7] }, 7],
    ["its name", TEXT, "<it>"],
    ["its name, long enough", { ...TEXT, minLength: 8 }, "<it>____"],
    ["its name, short enough", { ...TEXT, maxLength: 1 }, "i"],
    ["a date", { ...TEXT, format: "date" }, "2026-01-31"],
    ["a moment", { ...TEXT, format: "date-time" }, "2026-01-31T12:00:00Z"],
    ["a time", { ...TEXT, format: "time" }, "12:00:00Z"],
    ["an address", { ...TEXT, format: "email" }, "name@example.com"],
    ["a link", { ...TEXT, format: "uri" }, "https://example.com/"],
    ["an id", { ...TEXT, format: "uuid" }, "00000000-0000-4000-8000-000000000000"],
    ["a host", { ...TEXT, format: "ipv4" }, "192.0.2.1"],
    ["zero", WHOLE, 0],
    ["a number in its range", { type: "number", minimum: 1.5 }, 1.5],
    ["false", { type: "boolean" }, false],
    ["an empty list", { type: "array", items: TEXT }, []],
    ["a list of as many as must be", { type: "array", items: TEXT, minItems: 2 }, ["<it>", "<it 2>"]],
    [
      "choices that differ",
      { type: "array", items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true },
      ["a", "b"],
    ],
    ["an object with what it requires", object({ a: TEXT, b: WHOLE }, { required: ["a"] }), { a: "<a>" }],
    ["something else than null", { type: ["null", "string"] }, "<it>"],
    ["the first branch that can be met", { anyOf: [{ ...TEXT, pattern: "^#\\d{7}$" }, WHOLE] }, 0],
    ["a text, where nothing is said", {}, "<it>"],
    [
      "an id, where a pattern asks for one",
      { ...TEXT, pattern: "^[0-9a-f]{8}-" },
      "00000000-0000-4000-8000-000000000000",
    ],
  ])("is filled in by %s", (_what, it, expected) => {
    const corrected = correctArguments(object({ it }, { required: ["it"] }), {});
    expect(corrected).toEqual({ it: expected });
  });

  test("is given up where a pattern cannot be met", () => {
    const code = { ...TEXT, pattern: "^[A-Z]{3}-\\d{4}#$" };
    expect(correctArguments(object({ code }, { required: ["code"] }), {})).toBeUndefined();
  });

  test("is filled in by the schema that stands apart from `required`", () => {
    const schema = object(
      { id: WHOLE, name: TEXT },
      { anyOf: [{ required: ["id"] }, { required: ["name"] }] },
    );
    expect(correctArguments(schema, {})).toEqual({ id: 0 });
  });

  test("is filled in where another property asks for it, in a chain", () => {
    const schema = object(
      { card: TEXT, address: TEXT, zip: WHOLE },
      { additionalProperties: false, dependentRequired: { card: ["address"], address: ["zip"] } },
    );
    expect(correctArguments(schema, { Card: "1" })).toEqual({ card: "1", address: "<address>", zip: 0 });
  });

  test("may be what null was sent for: an optional property is left out, a required one filled", () => {
    const schema = object({ a: TEXT, b: TEXT, c: { type: ["string", "null"] } }, { required: ["a"] });
    expect(correctArguments(schema, { a: null, b: null, c: null })).toEqual({ a: "<a>", c: null });
  });
});

describe("hostile arguments", () => {
  test("called __proto__ and constructor change no prototype", () => {
    const schema = object({ n: WHOLE, constructor: TEXT }, { required: ["constructor"] });
    const sent: unknown = JSON.parse('{"n":"1","__proto__":{"polluted":true}}');
    const corrected = correctArguments(schema, sent);
    expect(JSON.stringify(corrected)).toBe(
      '{"n":1,"__proto__":{"polluted":true},"constructor":"<constructor>"}',
    );
    expect(Object.getPrototypeOf(corrected)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  test("that have no end, are too many or too deep are left alone", () => {
    const schema = object({ n: WHOLE });
    const endless: Record<string, unknown> = { n: "1" };
    endless["self"] = endless;
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`) as unknown;
    const many = Array.from({ length: 3_000 }, () => "x");
    const throwing = {
      get n(): string {
        throw new Error("not to be read");
      },
    };
    const sent = [
      endless,
      throwing,
      [throwing],
      { n: "1", deep },
      { n: "1", many },
      { n: "1", huge: 1n },
      { n: "1", later: () => 1 },
    ];
    expect(sent.map((one) => correctArguments(schema, one))).toEqual(sent.map(() => undefined));
  });

  test.each<[string, JsonSchema]>([
    ["requires itself", object({ a: { $ref: "#" } }, { required: ["a"] })],
    [
      "branches into itself",
      { ...object({}), anyOf: Array(8).fill(object({ a: { $ref: "#" } }, { required: ["a"] })) },
    ],
    [
      "wants more items than there can be",
      object({ a: { type: "array", minItems: 1e9 } }, { required: ["a"] }),
    ],
    [
      "wants a longer text than there can be",
      object({ a: { ...TEXT, minLength: 1e9 } }, { required: ["a"] }),
    ],
    ["allows nothing", object({ a: false as unknown as JsonSchema }, { required: ["a"] })],
    ["contradicts itself", object({ a: { ...WHOLE, minimum: 3, maximum: 2 } }, { required: ["a"] })],
  ])("a schema that %s is given up", (_what, schema) => {
    expect(validate(schema, {})).not.toEqual([]);
    expect(correctArguments(schema, {})).toBeUndefined();
  });
});
