import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/call/parse-arguments.ts";
import type { JsonSchema } from "../../src/tool/json-schema.ts";
import { validate } from "../../src/tool/validate.ts";

const object = (properties: unknown, more = {}): JsonSchema => ({ type: "object", properties, ...more });
const paths = (schema: JsonSchema, value: unknown) => validate(schema, value).map(({ path }) => path);

function nested(levels: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe("values made to get past validation", () => {
  const lists = { type: "array", items: { $ref: "#" } };

  test("are refused when nested too deeply, with the limit", () => {
    expect(validate(lists, nested(100_000, []))).toEqual([
      { path: "", message: expect.stringContaining("128") },
    ]);
    expect(parseArguments({ a: nested(100_000, []) })).toEqual({
      type: "invalid",
      issue: { path: "", message: expect.stringContaining("128") },
    });
    expect(parseArguments(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`).type).toBe("invalid");
  });

  test("are checked to the bottom when nested within the limit", () => {
    expect(validate(lists, nested(127, []))).toEqual([]);
    expect(paths(lists, nested(127, "a"))).toEqual(["/0".repeat(127)]);
  });

  test("are refused when more is wrong with them than can be said", () => {
    const schema = object({ a: { type: "array", items: { type: "string" } } });
    expect(validate(schema, { a: Array(300_000).fill(1) })).not.toEqual([]);
  });

  test("are refused when a name in them is no text", () => {
    expect(validate(object({}, { additionalProperties: { type: "string" } }), { "\ud800": 1 })).not.toEqual(
      [],
    );
  });

  test("are refused when comparing their items would take too long", () => {
    const schema = object({ a: { type: "array", uniqueItems: true } });
    expect(validate(schema, { a: Array.from({ length: 1_000_000 }, (_, at) => at) })).not.toEqual([]);
    expect(validate(schema, { a: Array.from({ length: 1_000 }, (_, at) => at) })).toEqual([]);
  });
});

describe("schemas made to hang validation", { timeout: 30_000 }, () => {
  test("come to an end where each reference doubles the work", () => {
    const twice = (at: number) => ({ allOf: [{ $ref: `#/$defs/${at}` }, { $ref: `#/$defs/${at}` }] });
    const $defs = {
      0: {},
      ...Object.fromEntries(Array.from({ length: 24 }, (_, at) => [at + 1, twice(at)])),
    };
    expect(validate(object({ a: { $ref: "#/$defs/24" } }, { $defs }), { a: 1 })).toEqual([
      { path: "", message: expect.stringContaining("too long") },
    ]);
    expect(validate(object({ a: { $ref: "#/$defs/4" } }, { $defs }), { a: 1 })).toEqual([]);
  });

  test("come to an end where a format does not", () => {
    const schema = object({ a: { type: "string", format: "url" }, b: { type: "string" } });
    expect(paths(schema, { a: `http://${"a".repeat(100)}!`, b: 1 })).toEqual(["/b"]);
  });

  test.each(["__proto__", "__defineGetter__", "hasOwnProperty", "plimsoll-pattern-0"])(
    "are checked all the same where a format is called %s",
    (format) => {
      const schema = object({ a: { type: "string", format }, b: { type: "string", pattern: "^b" } });
      expect(validate(schema, { a: "a", b: "b" })).toEqual([]);
      expect(paths(schema, { a: "a", b: 1 })).toEqual(["/b"]);
    },
  );

  test("are left as they were, and may be frozen", () => {
    const schema = object(Object.freeze({ a: Object.freeze({ type: "string", pattern: "^a" }) }));
    expect(paths(Object.freeze(schema), { a: "b" })).toEqual(["/a"]);
    expect(Object.getOwnPropertyNames(schema)).toEqual(["type", "properties"]);
  });
});
