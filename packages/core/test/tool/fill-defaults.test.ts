import { createRuntime, defineTool, type JsonSchema } from "@plimsoll/core";
import { expect, test } from "vitest";
import { fillDefaults } from "../../src/tool/fill-defaults.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    limit: { type: "integer", default: 10 },
    tags: { type: "array", default: ["new"] },
    page: { type: "object", properties: { size: { default: 20 }, at: { default: 0 } } },
    off: { default: false },
    none: { default: null },
    title: { type: "string" },
    ["__proto__"]: { default: { polluted: true } },
  },
};

test("what is missing is filled in, also inside what is there, and nothing else is changed", () => {
  const sent = { title: "x", tags: [], page: { at: 3 }, extra: 1 };
  const before = structuredClone(sent);
  const filled = fillDefaults(schema, sent);
  expect(filled).toMatchObject({
    limit: 10,
    tags: [],
    page: { size: 20, at: 3 },
    off: false,
    none: null,
    title: "x",
    extra: 1,
  });
  expect(sent).toEqual(before);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("a schema without defaults gives back the very value", () => {
  const sent = { a: 1 };
  expect(fillDefaults({ type: "object", properties: { a: {} } }, sent)).toBe(sent);
});

test("a handler has its own copy of a default, and the model's arguments stay as they were sent", async () => {
  const seen: unknown[] = [];
  const tool = defineTool({
    name: "tag",
    description: "Tag",
    input: { type: "object", properties: { tags: { type: "array", default: ["new"] } } },
    run: (input) => {
      seen.push(structuredClone(input));
      (input["tags"] as string[]).push("more");
      return "tagged";
    },
  });
  const runtime = createRuntime({ tools: [tool] });
  await runtime.call({ name: "tag", arguments: {} });
  await runtime.call({ name: "tag", arguments: {} });
  expect(seen).toEqual([{ tags: ["new"] }, { tags: ["new"] }]);
});
