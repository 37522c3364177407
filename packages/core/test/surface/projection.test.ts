import { createRuntime, type Message, type ModelRow, type RuntimeOptions, type Tool } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { DIALECTS } from "../../src/dialects/dialect-named.ts";
import { suits } from "../../src/surface/suits.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

const lookUp = aTool("look_up", {
  lazy: true,
  inputSchema: {
    type: "object",
    properties: { id: { type: "string" }, name: { type: "string" }, "filter[kind]": { type: "string" } },
    oneOf: [{ required: ["id"] }, { required: ["name"] }],
    additionalProperties: false,
  },
});

const forAnthropic = {
  type: "object",
  description: "Needs id, or name.",
  properties: { id: { type: "string" }, name: { type: "string" } },
  patternProperties: { "^filter\\[kind\\]$": { type: "string" } },
  additionalProperties: false,
};

const aRuntime = (options: Partial<RuntimeOptions> = {}) =>
  createRuntime({ tools: [lookUp, aTool("read")], strategy: "append", ...options });

const arrayOf = (tools: readonly Tool[], model: string, models: readonly ModelRow[] = []) =>
  createRuntime({ tools, models, strategy: "all" }).step({ history: [], model }).tools;

describe("a schema that a provider does not take as it is", () => {
  test("is described, loaded, carried and checked as one and the same", async () => {
    const talk = talkWith(aRuntime(), { model: "claude-opus-4-8" });
    await talk.call(
      calling("tool_describe", { names: ["look_up"] }),
      calling("tool_load", { names: ["look_up"] }),
    );
    const answer = (name: string) =>
      talk.history.findLast((entry) => entry.role === "tool" && entry.name === name);
    const expected = { inputSchema: forAnthropic };
    expect(answer("tool_describe")).toMatchObject({ structuredContent: { tools: [expected] } });
    expect(answer("tool_load")).toMatchObject({ structuredContent: { loaded: [expected] } });
    expect(talk.step().tools.find(({ name }) => name === "look_up")?.inputSchema).toEqual(forAnthropic);
    await talk.call(calling("look_up", { id: "1", name: "x", "filter[kind]": "y" }));
    expect(talk.textOf("look_up")).toBe("ran look_up");
    await talk.call(calling("look_up", { id: "1", "filter[kind]": 2 }));
    expect(talk.textOf("look_up")).toContain("filter[kind]");
    await talk.call(calling("look_up", { id: "1", other: 2 }));
    expect(talk.textOf("look_up")).toContain("other");
  });

  test("is left alone for a provider of which nothing is known, to the very object", () => {
    const [definition] = arrayOf([lookUp], "nobody-knows-it");
    expect(definition?.inputSchema).toBe(lookUp.inputSchema);
  });

  test("comes to the host's transform as the provider takes it", () => {
    const seen: unknown[] = [];
    const runtime = aRuntime({
      strategy: "all",
      transform: (definition) => {
        seen.push(definition.inputSchema);
        return definition;
      },
    });
    runtime.step({ history: [], model: "claude-opus-4-8" });
    expect(seen).toContainEqual(forAnthropic);
  });
});

describe("a name that a provider does not take", () => {
  const digits = aTool("3d_render");

  test("gets a letter before it, and is answered to in both forms", async () => {
    const [definition] = arrayOf([digits], "gemini-3-pro");
    expect(definition?.name).toBe("t_3d_render");
    const runtime = createRuntime({ tools: [digits] });
    for (const name of ["t_3d_render", "3d_render"]) {
      const { outcome } = await runtime.call({ name, arguments: {} }, { model: "gemini-3-pro" });
      expect(outcome.type).toBe("ok");
    }
    expect(arrayOf([digits], "claude-opus-4-8")[0]?.name).toBe("3d_render");
  });

  test("is made shorter where that is asked for, and never the same for two tools", () => {
    const models = [{ pattern: "m", toolNames: { pattern: "^[a-z_0-9]+$", maxLength: 16 } }];
    const tools = ["a_rather_long_name_one", "a_rather_long_name_two"].map((name) => aTool(name));
    const names = arrayOf(tools, "m", models).map(({ name }) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^t_[a-z_0-9]{1,14}$/);
  });

  test("costs that tool alone, with a reason, where no name would do", () => {
    const models = [{ pattern: "m", toolNames: { pattern: "^[A-Z]+$", maxLength: 9 } }];
    expect(arrayOf([aTool("READ"), aTool("write")], "m", models).map(({ name }) => name)).toEqual(["READ"]);
  });
});

describe("a model of another provider", () => {
  const user: Message = { role: "user", text: "Hello" };
  const open = async (model: string) => {
    const runtime = aRuntime({ tools: [aTool("read"), aTool("bare")] });
    const step = runtime.step({ history: [user], model });
    return { runtime, history: [user, ...(await step.accept({ text: "Hi", calls: [] })), user] };
  };

  test("starts a new record where it would reject what the array holds, once", async () => {
    const { runtime, history } = await open("claude-opus-4-8");
    const step = runtime.step({ history, model: "gpt-5.1" });
    expect(step.repinned).toBe("model");
    expect(step.tools.every(({ inputSchema }) => inputSchema["properties"] !== undefined)).toBe(true);
    const later = [...history, ...(await step.accept({ text: "Hi", calls: [] })), user];
    expect(runtime.step({ history: later, model: "gpt-5.1" }).repinned).toBeUndefined();
  });

  test("goes on with the record where it takes all of it", async () => {
    const { runtime, history } = await open("gpt-5.1");
    expect(runtime.step({ history, model: "claude-opus-4-8" }).repinned).toBeUndefined();
  });
});

test("every provider takes the meta-tools of every dialect", () => {
  const tools = DIALECTS.flatMap((dialect) => dialect.tools.map(({ definition }) => definition));
  const toolNames = { pattern: "^[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 };
  for (const schemas of ["anthropic", "openai", "gemini"] as const) {
    expect(tools.filter((tool) => !suits([tool], { schemas, toolNames })).map(({ name }) => name)).toEqual(
      [],
    );
  }
});
