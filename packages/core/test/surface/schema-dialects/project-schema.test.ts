import type { JsonSchema } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { projectSchema } from "../../../src/surface/schema-dialects/project-schema.ts";
import type { SchemaDialectName } from "../../../src/surface/schema-dialects/schema-dialect.ts";
import { SCHEMA_DIALECTS } from "../../../src/surface/schema-dialects/schema-dialects.ts";

function project(schema: JsonSchema, name: SchemaDialectName): unknown {
  const dialect = SCHEMA_DIALECTS[name];
  if (dialect === undefined) throw new Error(`There is no dialect ${name}.`);
  return projectSchema({ type: "object", ...schema }, dialect);
}

describe("what is combined at the top", () => {
  test("of alternatives, requires what all of them require and has the parameters of each", () => {
    const part = (kind: string, name: string) => ({
      type: "object",
      properties: { kind: { const: kind }, [name]: { type: "string" }, at: { type: "integer" } },
      required: ["kind", name, ...(kind === "c" ? [] : ["at"])],
      additionalProperties: false,
    });
    expect(project({ oneOf: [part("a", "x"), part("b", "y"), part("c", "z")] }, "anthropic")).toEqual({
      type: "loosened",
      schema: {
        type: "object",
        description: "Needs kind and x and at, or kind and y and at, or kind and z.",
        properties: {
          kind: { enum: ["a", "b", "c"] },
          x: { type: "string" },
          at: { type: "integer" },
          y: { type: "string" },
          z: { type: "string" },
        },
        required: ["kind"],
        additionalProperties: false,
      },
    });
  });

  test("of alternatives that take other parameters too, may hold anything where one says nothing", () => {
    const anyOf = [{ properties: { id: { type: "string" } } }, { properties: { name: { type: "string" } } }];
    expect(project({ anyOf }, "openai")).toMatchObject({
      schema: {
        properties: { id: { anyOf: [{ type: "string" }, {}] }, name: { anyOf: [{ type: "string" }, {}] } },
      },
    });
  });

  test("of parts that all count, asks for the same as before, references included", () => {
    const schema = {
      properties: { a: { type: "string" } },
      allOf: [{ $ref: "#/$defs/Page" }, { required: ["a"] }],
      $defs: { Page: { properties: { page: { type: "integer" } }, required: ["page"] } },
    };
    expect(project(schema, "openai")).toEqual({
      type: "rewritten",
      schema: {
        type: "object",
        properties: { a: { type: "string" }, page: { type: "integer" } },
        required: ["page", "a"],
        $defs: schema.$defs,
      },
    });
  });
});

describe("references", () => {
  const tree = {
    properties: { root: { $ref: "#/$defs/Node", description: "where to begin" } },
    $defs: {
      Node: {
        type: "object",
        description: "a node",
        properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } },
      },
    },
  };

  test("become what they refer to, once, and end in its outline", () => {
    expect(project(tree, "gemini")).toEqual({
      type: "loosened",
      schema: {
        type: "object",
        properties: {
          root: {
            type: "object",
            description: "where to begin",
            properties: { children: { type: "array", items: { type: "object", description: "a node" } } },
          },
        },
      },
    });
  });

  test("stay for a provider that has them", () => {
    expect(project(tree, "anthropic")).toEqual({ type: "taken" });
  });

  test("come to an end, however often a schema refers to others that do the same", () => {
    const level = (at: number) => ({
      type: "object",
      properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, { $ref: `#/$defs/L${at + 1}` }])),
    });
    const levels = Array.from({ length: 12 }, (_, at) => [`L${at}`, level(at)]);
    const $defs = { ...Object.fromEntries(levels), L12: { type: "string" } };
    const projection = project({ properties: { top: { $ref: "#/$defs/L0" } }, $defs }, "gemini");
    expect(JSON.stringify(projection).length).toBeLessThan(200_000);
  });
});

test("what older editions wrote is written as in 2020-12, and what stood beside a reference still does not count", () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    properties: {
      pair: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false },
      size: { $ref: "#/definitions/Size", maximum: 1, description: "how large" },
      age: { type: "integer", minimum: 0, exclusiveMinimum: true },
    },
    definitions: { Size: { type: "number" } },
  };
  expect(project(schema, "anthropic")).toEqual({
    type: "loosened",
    schema: {
      type: "object",
      properties: {
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
        size: { $ref: "#/definitions/Size", description: "how large" },
        age: { type: "integer", minimum: 0 },
      },
      definitions: schema.definitions,
    },
  });
});
