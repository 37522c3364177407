import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { whySchemaUnusable } from "../../src/tool/inspect-schema.ts";
import { inputSchema } from "../arbitraries.ts";

const object = (properties: unknown, more = {}) => ({ type: "object", properties, ...more });

describe("schemas that can be used", () => {
  test.each<[string, unknown]>([
    [
      "a tree that contains itself",
      object(
        { root: { $ref: "#/$defs/node" } },
        { $defs: { node: object({ children: { type: "array", items: { $ref: "#/$defs/node" } } }) } },
      ),
    ],
    ["a reference to the whole", object({ inner: { $ref: "#" } })],
    [
      "a reference by anchor",
      object({ a: { $ref: "#here" } }, { $defs: { b: { $anchor: "here", type: "string" } } }),
    ],
    ["a pointer with escapes", object({ a: { $ref: "#/$defs/x~1y%20z" } }, { $defs: { "x/y z": {} } })],
    ["a parameter named $ref", object({ $ref: { type: "string" } })],
    ["a parameter named type", object({ type: { type: "string" } })],
    [
      "lists of items, as drafts before 2020-12 had them",
      object({ pair: { type: "array", items: [{}, {}] } }),
    ],
    ["booleans for schemas", object({ a: true }, { additionalProperties: false })],
    ["keywords nobody knows", object({ a: { "x-order": 1, format: "uuid" } })],
    ["several types", object({ a: { type: ["string", "null"] } })],
  ])("%s", (_what, schema) => {
    expect(whySchemaUnusable(schema)).toBeUndefined();
  });

  test("everything that is generated as a schema", () => {
    fc.assert(
      fc.property(inputSchema, (schema) => {
        expect(whySchemaUnusable(schema)).toBeUndefined();
      }),
    );
  });
});

describe("schemas that cannot", () => {
  test.each<[string, unknown, string]>([
    ["a list", [], "its schema is not one: at # there is []"],
    [
      "a text as a parameter",
      object({ a: "string" }),
      'its schema is not one: at #/properties/a there is "string"',
    ],
    [
      "parameters in a list",
      { type: "object", properties: [] },
      '"properties" at #: it does not hold schemas',
    ],
    ["a type that is none", object({ a: { type: "text" } }), '"type" at #/properties/a: "text" is no type'],
    [
      "required as a truth",
      object({ a: { required: true } }),
      '"required" at #/properties/a: it is not a list of names',
    ],
    [
      "alternatives that are no list",
      object({ a: { anyOf: {} } }),
      '"anyOf" at #/properties/a: it does not hold schemas',
    ],
    [
      "a remote reference",
      object({ a: { $ref: "https://evil.example/x.json" } }),
      'refers to "https://evil.example/x.json", outside of itself',
    ],
    ["a file reference", object({ a: { $ref: "file:///etc/passwd" } }), "outside of itself"],
    [
      "a reference to nowhere",
      object({ a: { $ref: "#/$defs/b" } }),
      'refers to "#/$defs/b", which is not there (at #/properties/a)',
    ],
    ["a reference into a prototype", object({ a: { $ref: "#/__proto__" } }), "which is not there"],
    ["a reference to itself", object({ a: { $ref: "#/properties/a" } }), "refers to itself without end"],
    [
      "a ring of references",
      object(
        { a: { $ref: "#/$defs/x" } },
        { $defs: { x: { allOf: [{ $ref: "#/$defs/y" }] }, y: { $ref: "#/$defs/x" } } },
      ),
      "refers to itself without end",
    ],
  ])("%s", (_what, schema, reason) => {
    expect(whySchemaUnusable(schema)).toContain(reason);
  });

  test("one with too many parts", () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`p${at}`, {}]));
    expect(whySchemaUnusable(object(many))).toBe("its schema has more than 10000 parts");
  });

  test("no value makes it throw", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        whySchemaUnusable(value);
      }),
    );
  });
});
