import { describe, expect, test } from "vitest";
import { validate } from "../../src/tool/validate.ts";

describe("validation", () => {
  test("says the innermost place and the constraint", () => {
    const schema = {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
      },
    };
    expect(validate(schema, { items: [{ n: 1 }, { n: "two" }] })).toEqual([
      { path: "/items/1/n", message: expect.stringContaining("integer") },
    ]);
  });

  test("reads draft-07 and 2020-12 by what a schema says of itself", () => {
    const tuple = { type: "array", items: [{ type: "string" }], additionalItems: false };
    const old = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { t: tuple },
    };
    expect(validate(old, { t: ["a"] })).toEqual([]);
    expect(validate(old, { t: ["a", "b"] })).not.toEqual([]);
  });

  test.each([
    ["a reference to nowhere", { type: "object", properties: { a: { $ref: "#/nowhere" } } }],
    ["a pattern that is none", { type: "object", properties: { a: { type: "string", pattern: "[" } } }],
  ])("%s does not keep a tool from being called", (_what, schema) => {
    expect(validate(schema, { a: "b" })).toEqual([]);
  });

  test("knows nothing wrong with what fits", () => {
    expect(validate({ type: "object", properties: { a: { type: "string" } } }, { a: "b", more: 1 })).toEqual(
      [],
    );
  });
});
