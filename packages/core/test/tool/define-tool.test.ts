import { defineTool, PlimsollError } from "@plimsoll/core";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

describe("defineTool", () => {
  test("gives the handler the type that the schema infers", () => {
    defineTool({
      name: "create_issue",
      description: "Open an issue",
      input: z.object({
        repo: z.string(),
        labels: z.array(z.string()).default([]),
        due: z.iso.date().optional(),
      }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ repo: string; labels: string[]; due?: string | undefined }>();
      },
    });
  });

  test("says a Standard Schema as the JSON Schema a caller must fill in", () => {
    const { inputSchema } = defineTool({
      name: "create_issue",
      description: "Open an issue",
      input: z.object({ repo: z.string(), labels: z.array(z.string()).default([]) }),
    });
    expect(inputSchema).toEqual({
      type: "object",
      properties: {
        repo: { type: "string" },
        labels: { type: "array", items: { type: "string" }, default: [] },
      },
      required: ["repo"],
    });
  });

  test("takes plain JSON Schema as it is", () => {
    const input = { type: "object", properties: { path: { type: "string" } } };
    expect(defineTool({ name: "read", description: "Read a file", input }).inputSchema).toBe(input);
  });

  test("a tool without arguments accepts none", () => {
    const { inputSchema } = defineTool({ name: "now", description: "The time", run: () => "noon" });
    expect(inputSchema).toEqual({ type: "object", properties: {}, additionalProperties: false });
  });

  test("a tool without a handler is the host's to run", () => {
    expect(defineTool({ name: "ask_user", description: "Ask" }).execution).toEqual({ type: "host" });
  });

  test.each([
    ["an empty name", { name: "", description: "x" }, "its name is empty"],
    ["a slash in a name", { name: "a/b", description: "x" }, "has no “/”"],
    ["a schema that is none", { name: "a", description: "x", input: 7 as never }, "neither JSON Schema nor"],
  ])("%s is refused with the remedy", (_what, options, message) => {
    expect(() => defineTool(options)).toThrow(message);
    try {
      defineTool(options);
    } catch (error) {
      expect(PlimsollError.is(error, "TOOL_INVALID")).toBe(true);
    }
  });

  test("a schema library that cannot say JSON Schema is named", () => {
    const input = { "~standard": { version: 1, vendor: "oldlib", validate: () => ({ value: {} }) } } as never;
    expect(() => defineTool({ name: "a", description: "x", input })).toThrow(
      "its oldlib schema cannot say itself",
    );
  });
});

test("a schema with a part that JSON Schema cannot say names the tool", () => {
  const input = z.object({ at: z.date() });
  expect(() => defineTool({ name: "remind", description: "x", input })).toThrow(
    'Tool "remind": its schema has a part that JSON Schema cannot say (Date cannot be represented',
  );
});

describe("a handler in a module of its own", () => {
  const context = {
    signal: new AbortController().signal,
    principal: undefined,
    progress: () => {},
    answers: undefined,
  };

  function runOf(tool: ReturnType<typeof defineTool>) {
    if (tool.execution.type !== "run") throw new Error("not run here");
    return tool.execution.run;
  }

  test("is imported by the first call, once for calls that come together", async () => {
    let imports = 0;
    const run = runOf(
      defineTool({
        name: "slow",
        description: "Takes a while to import",
        runFrom: async () => {
          imports += 1;
          return { run: () => "ran" };
        },
      }),
    );
    expect(imports).toBe(0);
    expect(await Promise.all([run({}, context), run({}, context)])).toEqual(["ran", "ran"]);
    await run({}, context);
    expect(imports).toBe(1);
  });

  test("is imported again after an import that failed", async () => {
    let imports = 0;
    const run = runOf(
      defineTool({
        name: "flaky",
        description: "Fails to import at first",
        runFrom: async () => {
          imports += 1;
          if (imports === 1) throw new Error("disk full");
          return { run: () => "ran" };
        },
      }),
    );
    await expect(run({}, context)).rejects.toThrow("disk full");
    expect(await run({}, context)).toBe("ran");
  });
});
