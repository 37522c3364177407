import { createRuntime, type DefinitionTransform, type RuntimeOptions } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "./talk.ts";

const note = aTool("note", {
  lazy: true,
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", format: "uri" } },
    required: ["text"],
  },
});
const read = aTool("read", { inputSchema: { type: "object", properties: { path: { type: "string" } } } });

/** What a provider that takes no `format` is shown: the same without it, and stricter. */
const transform: DefinitionTransform = (definition, { model }) =>
  model === "plain"
    ? {
        ...definition,
        description: `${definition.description} (plain)`,
        inputSchema: {
          ...JSON.parse(JSON.stringify(definition.inputSchema).replaceAll(/,"format":"\w+"/g, "")),
          additionalProperties: false,
        },
      }
    : definition;

const aRuntime = (options: Partial<RuntimeOptions> = {}) =>
  createRuntime({ tools: [read, note], transform, strategy: "append", ...options });

describe("a transform", () => {
  test("what is described is what is loaded, what the next step carries, and what a call is checked against", async () => {
    const talk = talkWith(aRuntime(), { model: "plain" });
    await talk.call(calling("tool_describe", { names: ["note"] }), calling("tool_load", { names: ["note"] }));
    const structured = (name: string) =>
      talk.history.findLast((entry) => entry.role === "tool" && entry.name === name);
    const described = structured("tool_describe");
    const loaded = structured("tool_load");
    const carried = talk.step().tools.find(({ name }) => name === "note");
    expect(carried?.inputSchema).toEqual({
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    });
    const expected = { inputSchema: carried?.inputSchema, description: carried?.description };
    expect(described).toMatchObject({ structuredContent: { tools: [expected] } });
    expect(loaded).toMatchObject({ structuredContent: { loaded: [expected] } });
    await talk.call(calling("note", { text: "not a uri" }));
    expect(talk.textOf("note")).toBe("ran note");
    await talk.call(calling("note", { text: "x", extra: 1 }));
    expect(talk.textOf("note")).toContain(`Schema: ${JSON.stringify(carried?.inputSchema)}`.slice(0, 8));
    expect(talk.textOf("note")).toContain('"additionalProperties":false');
  });

  test("applies to the head too, and to this model alone", () => {
    const descriptions = (model: string) =>
      aRuntime()
        .step({ history: [], model })
        .tools.filter(({ name }) => name === "read")
        .map(({ description }) => description);
    expect(descriptions("plain")).toEqual(["Does what read says (plain)"]);
    expect(descriptions("other")).toEqual(["Does what read says"]);
  });

  test("is asked once for each tool, model and mode, however many steps and changes there are", async () => {
    const asked: string[] = [];
    const counting: DefinitionTransform = (definition, { model, mode }) => {
      asked.push(`${definition.name} ${model} ${mode}`);
      return { ...definition };
    };
    const runtime = aRuntime({ transform: counting });
    for (const mode of ["plan", "agent", "plan"]) {
      const talk = talkWith(runtime, { mode });
      await talk.call(calling("tool_find", { query: "note" }), calling("tool_load", { names: ["note"] }));
      await talk.call(calling("note", { text: "http://a" }));
      runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool(`extra-${mode}`)] });
    }
    const own = asked.filter((text) => !text.startsWith("github__"));
    expect(own.toSorted()).toEqual(["note m agent", "note m plan", "read m agent", "read m plan"]);
  });

  test("a model with another schema has to be given it before a strict gate opens", async () => {
    const runtime = aRuntime({ gate: "strict" });
    const talk = talkWith(runtime);
    await talk.call(calling("tool_load", { names: ["note"] }));
    const other = talkWith(runtime, { model: "plain" });
    other.history = talk.history;
    await other.call(calling("note", { text: "x" }));
    expect(other.textOf("note")).toContain("note is not loaded");
  });

  test.each<[string, DefinitionTransform, string]>([
    ["renames", (definition) => ({ ...definition, name: "other" }), 'the transform renamed it to "other"'],
    [
      "throws",
      () => {
        throw new Error("no such model");
      },
      "the transform failed: no such model",
    ],
    [
      "breaks the schema",
      (definition) => ({ ...definition, inputSchema: { $ref: "#/nowhere" } }),
      "after the transform, its schema refers to",
    ],
  ])("a transform that %s costs that tool alone", async (_what, bad, reason) => {
    const runtime = aRuntime({
      transform: (definition, circumstances) =>
        definition.name === "note" ? bad(definition, circumstances) : definition,
    });
    const talk = talkWith(runtime);
    await talk.call(calling("read"), calling("tool_describe", { names: ["note"] }), calling("note"));
    expect(talk.textOf("read")).toBe("ran read");
    expect(talk.textOf("tool_describe")).toContain('No tool named "note" is available here.');
    expect(talk.textOf("note")).toContain('No tool named "note" is available here.');
    expect(reason).not.toBe("");
  });
});
