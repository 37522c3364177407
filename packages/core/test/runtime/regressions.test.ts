import { createRuntime, estimateTokens, type Policy, type Source, type Tool } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "./talk.ts";

const lazy = (name: string, more: Partial<Tool> = {}) => aTool(name, { lazy: true, ...more });
const takesText: Partial<Tool> = {
  inputSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  execution: { type: "run", run: (input) => JSON.stringify(input) },
};

describe("a conversation that begins before a server is listed", () => {
  const slow = (listing: Promise<void>): Source => ({
    id: "github",
    kind: "mcp",
    list: async () => {
      await listing;
      return { tools: [aTool("create_issue")] };
    },
  });

  test.each(["plimsoll", "quartet", "search", "sf"] as const)("can reach it later (%s)", async (dialect) => {
    let list: () => void = () => {};
    const listing = new Promise<void>((resolve) => {
      list = resolve;
    });
    const runtime = createRuntime({ tools: [aTool("local")], sources: [slow(listing)], dialect });
    const talk = talkWith(runtime);
    expect(talk.step().strategy).not.toBe("all");
    list();
    await runtime.ready();
    expect(talk.step().tools.length).toBeGreaterThan(1);
  });

  test("where everything is in the array and nothing waits, a server that comes is not promised", () => {
    const runtime = createRuntime({ tools: [aTool("local")] });
    const talk = talkWith(runtime);
    const first = talk.step();
    expect(first.strategy).toBe("all");
    return first.accept({ calls: [] }).then((entries) => {
      talk.history.push(...entries);
      runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("create_issue")] });
      expect(JSON.stringify(talk.step().messages)).not.toContain("github");
    });
  });
});

describe("calls through the bridge", () => {
  test("a JSON text of the inner arguments is parsed, and what is no JSON is repaired by the inner schema", async () => {
    const talk = talkWith(createRuntime({ tools: [lazy("note", takesText)] }));
    await talk.call(calling("tool_call", { name: "note", arguments: '{"a":"1"}' }));
    expect(talk.textOf("tool_call")).toBe('{"a":"1"}');
    await talk.call(calling("tool_call", { name: "note", arguments: "nonsense" }));
    expect(talk.textOf("tool_call")).toContain('"required":["a"]');
    expect(talk.textOf("tool_call")).toContain("note was not called");
  });

  test("a meta-tool called in the wrong way is answered with its schema and the next call", async () => {
    const talk = talkWith(createRuntime({ tools: [lazy("note", takesText)] }));
    await talk.call(calling("tool_describe", { name: "note" }));
    expect(talk.textOf("tool_describe")).toContain(
      'Next, if you meant this: tool_describe({"names":["note"]})',
    );
    await talk.call(calling("ToolFind", { query: "note" }));
    expect(talk.textOf("ToolFind")).toContain("note(a: string)");
  });

  test("nine searches at once are one too many", async () => {
    const talk = talkWith(createRuntime({ tools: [lazy("note")] }));
    const queries = Array.from({ length: 8 }, (_, at) => `query ${at}`);
    await talk.call(calling("tool_find", { query: "one more", queries }));
    expect(talk.textOf("tool_find")).toContain("Ask at most 8 at once, not 9.");
  });

  test("searches that find much the same stay within their cap", async () => {
    const tools = Array.from({ length: 30 }, (_, at) =>
      lazy(`read_thing_${at}`, { description: "Read a thing" }),
    );
    const talk = talkWith(createRuntime({ tools }));
    const queries = Array.from({ length: 8 }, (_, at) => `read a thing ${"please ".repeat(at)}`);
    await talk.call(calling("tool_find", { queries, limit: 25 }));
    expect(estimateTokens(talk.textOf("tool_find"))).toBeLessThanOrEqual(1_600);
  });

  test("tool_read is not there in a host's own loop", async () => {
    const talk = talkWith(createRuntime({ tools: [lazy("note", takesText)] }));
    await talk.call(calling("tool_read", { name: "note", arguments: {} }));
    expect(talk.textOf("tool_read")).toContain('No tool named "tool_read" is available here.');
  });
});

test("one call outside any conversation needs no load, whatever the gate", async () => {
  const runtime = createRuntime({ tools: [aTool("bash"), lazy("merge")], dialect: "info" });
  for (const name of ["bash", "merge"]) {
    expect((await runtime.call({ name, arguments: {} })).outcome.type).toBe("ok");
  }
});

test("the same words in another domain are another search", async () => {
  const tools = [lazy("read_a", { domain: "a" }), lazy("read_b", { domain: "b" })];
  const talk = talkWith(createRuntime({ tools }));
  await talk.call(calling("tool_find", { query: "read", domain: "a" }));
  await talk.call(calling("tool_find", { query: "read", domain: "b" }));
  expect(talk.textOf("tool_find")).not.toContain("before");
});

describe("what is denied or gated", () => {
  test("the note of a removed name does not speak of a twin that is denied", async () => {
    const lifecycle = [
      {
        name: "agent_spawn",
        replacement: "agent_open",
        state: "removed" as const,
        planned_removal_version: "1.0.0",
        replay_supported: false,
        note: "Use agent_open with a task.",
      },
    ];
    const talk = talkWith(
      createRuntime({ tools: [aTool("agent_open"), lazy("x")], lifecycle, policy: { deny: ["agent_open"] } }),
    );
    await talk.call(calling("agent_spawn"));
    expect(talk.textOf("agent_spawn")).toBe('"agent_spawn" was removed.');
  });

  test("a change of a denied tool alone is no news", async () => {
    const runtime = createRuntime({ tools: [lazy("x")], policy: { deny: ["gh/secret"] } });
    const list = (description: string) =>
      runtime.catalog.replace(
        { id: "gh", kind: "mcp" },
        { tools: [aTool("open"), aTool("secret", { description })] },
      );
    list("One");
    const talk = talkWith(runtime);
    await talk.call(calling("tool_find", { query: "open" }));
    const before = talk.step().messages.length;
    list("Two");
    expect(talk.step().messages).toHaveLength(before);
  });

  test("a policy that the host changes in place counts at once", async () => {
    const policy: Policy & { deny: string[] } = { deny: [] };
    const runtime = createRuntime({ tools: [aTool("x"), lazy("y")] });
    const talk = talkWith(runtime, { policy });
    await talk.call(calling("x"));
    policy.deny.push("x");
    await talk.call(calling("x"));
    expect(talk.textOf("x")).toContain('No tool named "x" is available here.');
  });

  test.each(["deepseek-v4", "deepseek/deepseek-v4", "DeepSeek-V4-Pro"])(
    "a gate on models knows %s",
    (model) => {
      const policy: Policy = { gates: [{ tools: ["tool_agent"], models: ["deepseek-v4*"] }] };
      const names = createRuntime({ tools: [aTool("tool_agent")], policy })
        .step({ history: [], model })
        .tools.map(({ name }) => name);
      expect(names).toContain("tool_agent");
    },
  );
});

test("a schema that changed while the model was thinking closes a strict gate", async () => {
  const runtime = createRuntime({ tools: [lazy("note")], gate: "strict" });
  const talk = talkWith(runtime);
  await talk.call(calling("tool_load", { names: ["note"] }));
  const step = talk.step();
  runtime.catalog.replace({ id: "code", kind: "code" }, { tools: [lazy("note", { description: "Other" })] });
  const entries = await step.accept({ calls: [{ id: "late", name: "note", arguments: {} }] });
  expect(JSON.stringify(entries)).toContain("note is not loaded");
});

test("guidance counts for the head's budget, and a text of it has an end", async () => {
  const loud = aTool("loud", { guidelines: ["word ".repeat(5_000)] });
  const { prompt } = createRuntime({ tools: [loud] }).step({ history: [], model: "m" });
  expect(prompt.length).toBeLessThan(1_100);
  const runtime = createRuntime({
    tools: [loud, aTool("quiet")],
    budget: { headTokens: 150, previewTokens: 0 },
  });
  expect(runtime.step({ history: [], model: "m" }).tools.map(({ name }) => name)).not.toContain("loud");
});

test("under append the prompt says how a loaded tool is called there", () => {
  const step = createRuntime({ tools: [lazy("note")], strategy: "append" }).step({ history: [], model: "m" });
  expect(step.prompt).toContain(
    "load what fits with tool_load, and from the next step on call it by its own name.",
  );
});

describe("input that cannot be meant", () => {
  const runtime = createRuntime({ tools: [aTool("x")] });
  const user = { role: "user" as const, text: "hi" };

  test.each<[string, () => unknown, string]>([
    ["no options", () => createRuntime(undefined as never), "The option options is undefined."],
    ["a gate nobody knows", () => createRuntime({ gate: "shut" as never }), "It has to be open or strict."],
    [
      "a policy nobody knows",
      () => createRuntime({ compaction: "all" as never }),
      "keep or keep-used or reset",
    ],
    ["no input", () => runtime.step(undefined as never), "an object with history and model"],
    ["no history", () => runtime.step({ model: "m" } as never), "The option history is undefined."],
    ["no model", () => runtime.step({ history: [user] } as never), "The option model is undefined."],
    [
      "a text where a policy has lists",
      () => runtime.step({ history: [user], model: "m", policy: { deny: "x" as never } }),
      "The option policy.deny is x. It has to be a list.",
    ],
  ])("%s is refused in words", (_what, act, message) => {
    expect(act).toThrow(message);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["a call of nothing", () => runtime.call(undefined as never), "an object with name and arguments"],
    ["a call without a name", () => runtime.call({} as never), "The option name is undefined."],
    ["a search for nothing", () => runtime.find(undefined as never), "It has to be a text."],
    [
      "no answers",
      () => runtime.resume({ history: [user], model: "m" } as never),
      "no answers were given. Pass { answers: { [callId]: … } }",
    ],
  ])("%s is refused in words", async (_what, act, message) => {
    await expect(act()).rejects.toThrow(message);
  });
});
