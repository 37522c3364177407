import { createRuntime, defineTool, type Tool } from "@plimsoll/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

/** What the handler was given, by the same call to the same tool written with each library. */
let seen: unknown;
const DAY = "2026-11-15T00:00:00Z";

const zod = defineTool({
  name: "remind",
  description: "Set a reminder",
  input: z.object({
    text: z.string(),
    at: z.coerce.date(),
    tags: z.array(z.string()).default(["inbox"]),
    note: z.string().optional(),
  }),
  run: (input) => {
    expectTypeOf(input).toEqualTypeOf<{
      text: string;
      at: Date;
      tags: string[];
      note?: string | undefined;
    }>();
    seen = input;
  },
});

const valibot = defineTool({
  name: "remind",
  description: "Set a reminder",
  input: toStandardJsonSchema(
    v.object({
      text: v.string(),
      at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
      tags: v.optional(v.array(v.string()), ["inbox"]),
      note: v.optional(v.string()),
    }),
  ),
  run: (input) => {
    expectTypeOf(input).toEqualTypeOf<{
      text: string;
      at: Date;
      tags: string[];
      note?: string | undefined;
    }>();
    seen = input;
  },
});

const arktype = defineTool({
  name: "remind",
  description: "Set a reminder",
  input: type({
    text: "string",
    at: "string.date.iso.parse",
    tags: type("string[]").default(() => ["inbox"]),
    "note?": "string",
  }),
  run: (input) => {
    expectTypeOf(input.at).toEqualTypeOf<Date>();
    expectTypeOf(input.tags).toEqualTypeOf<string[]>();
    seen = input;
  },
});

async function callOf(tool: Tool, input: unknown) {
  seen = undefined;
  const { outcome } = await createRuntime({ tools: [tool] }).call({ name: "remind", arguments: input });
  return outcome;
}

describe.each([
  ["Zod", zod],
  ["Valibot", valibot],
  ["ArkType", arktype],
])("a tool defined with %s", (_library, tool) => {
  test("says what the caller must fill in: dates as texts, defaults and optionals not required", () => {
    const { inputSchema } = tool;
    expect(inputSchema).toMatchObject({ type: "object", properties: { at: { type: "string" } } });
    expect([...(inputSchema["required"] as string[])].sort()).toEqual(["at", "text"]);
    expect(inputSchema).not.toHaveProperty("$schema");
  });

  test("hands the handler dates and defaults", async () => {
    expect(await callOf(tool, { text: "Tea", at: DAY })).toMatchObject({ type: "ok" });
    expect(seen).toEqual({ text: "Tea", at: new Date(DAY), tags: ["inbox"] });
  });

  test("keeps what the caller gave", async () => {
    await callOf(tool, { text: "Tea", at: DAY, tags: [], note: "green" });
    expect(seen).toEqual({ text: "Tea", at: new Date(DAY), tags: [], note: "green" });
  });

  test.each([
    ["a missing text", { at: DAY }],
    ["a date that is none", { text: "Tea", at: "tomorrow" }],
    ["a tag that is a number", { text: "Tea", at: DAY, tags: [7] }],
  ])("refuses %s, and the handler does not run", async (_what, input) => {
    expect(await callOf(tool, input)).toMatchObject({
      type: "rejected",
      reason: "invalid",
      about: "arguments",
    });
    expect(seen).toBeUndefined();
  });
});

test("a Valibot schema without its converter is refused with the remedy", () => {
  const input = v.object({ text: v.string() }) as never;
  expect(() => defineTool({ name: "a", description: "x", input })).toThrow(
    "Wrap it with valibot's converter",
  );
});
