import { capabilitiesOf, createRuntime, type Message, type Runtime, toSurfaceBytes } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const user: Message = { role: "user", text: "Go on" };
const lazy = (name: string) => aTool(name, { lazy: true });

/** Takes one step with a reply that calls nothing, and gives the history after it. */
async function go(runtime: Runtime, history: readonly Message[], extra = {}): Promise<Message[]> {
  const step = runtime.step({ history, model: "deepseek-v4", ...extra });
  return [...history, ...(await step.accept({ calls: [] })), user];
}

describe("servers that come, go or change", () => {
  const serve = (runtime: Runtime, id: string, ...names: string[]): void =>
    runtime.catalog.replace({ id, kind: "mcp" }, { tools: names.map((name) => aTool(name)) });
  const newsOf = (history: readonly Message[]): string[] =>
    history.flatMap((message) => (message.role === "user" && message.from === "news" ? message.text : []));

  test("are announced once, in the very request, and the announcement stays", async () => {
    const runtime = createRuntime({ tools: [lazy("rare")] });
    let history = await go(runtime, [user]);
    serve(runtime, "github", "create_issue", "merge");
    const step = runtime.step({ history, model: "deepseek-v4" });
    expect(step.messages.at(-1)).toEqual({
      role: "user",
      text: "Tools of these servers are available now: github (2). Find them with tool_find.",
    });
    history = await go(runtime, history);
    history = await go(runtime, history);
    expect(newsOf(history)).toHaveLength(1);

    serve(runtime, "github", "create_issue");
    history = await go(runtime, history);
    runtime.catalog.remove("github");
    history = await go(runtime, history);
    history = await go(runtime, JSON.parse(JSON.stringify(history)));
    expect(newsOf(history).slice(1)).toEqual([
      "The tools of these servers have changed: github. Find them with tool_find.",
      "These servers are gone, and their tools with them: github.",
    ]);
    serve(runtime, "github", "create_issue");
    expect(newsOf(await go(runtime, history))).toHaveLength(4);
  });

  test("do not move a byte of tools and prompt", async () => {
    const runtime = createRuntime({ tools: [lazy("rare")] });
    const first = runtime.step({ history: [user], model: "deepseek-v4" });
    const history = await go(runtime, [user]);
    serve(runtime, "github", "create_issue");
    const later = runtime.step({ history, model: "deepseek-v4" });
    expect(later.fingerprint).toBe(first.fingerprint);
    expect(toSurfaceBytes(later).messages.slice(0, 1)).toEqual(toSurfaceBytes(first).messages);
  });

  test("are not spoken of where nothing of them may be found", async () => {
    const runtime = createRuntime({ tools: [lazy("rare")], policy: { denySources: ["secret"] } });
    const history = await go(runtime, [user]);
    serve(runtime, "secret", "launch");
    expect(newsOf(await go(runtime, history))).toEqual([]);
  });

  test("are findable at once", async () => {
    const runtime = createRuntime({ tools: [lazy("rare")] });
    const history = await go(runtime, [user]);
    serve(runtime, "github", "create_issue");
    const call = { id: "1", name: "tool_find", arguments: { query: "create_issue" } };
    const entries = await runtime.step({ history, model: "deepseek-v4" }).accept({ calls: [call] });
    expect(JSON.stringify(entries.at(-1))).toContain("github__create_issue");
  });
});

describe("the strategy append", () => {
  const runtime = createRuntime({ tools: [lazy("a"), lazy("b"), aTool("read")], strategy: "append" });
  const loaded = (...names: string[]): Message => ({
    role: "tool",
    callId: "1",
    name: "tool_load",
    content: [],
    meta: {
      outcome: "ok",
      record: {
        v: 1,
        type: "load",
        at: 1,
        tools: names.flatMap((name) => {
          const entry = runtime.catalog.snapshot().get(name);
          return entry === undefined
            ? []
            : [{ name, schemaHash: entry.schemaHash, definition: entry.definition }];
        }),
      },
    },
  });
  const unloaded: Message = {
    ...loaded(),
    meta: { outcome: "ok", record: { v: 1, type: "unload", at: 1, names: ["b"] } },
  } as Message;

  test("adds what was loaded behind the head, in the order of loads, and never takes it away", async () => {
    const history = await go(runtime, [user]);
    const steps = [
      history,
      [...history, loaded("b")],
      [...history, loaded("b"), unloaded],
      [...history, loaded("b"), unloaded, loaded("a", "b")],
    ];
    const bytes = steps.map(
      (one) => toSurfaceBytes(runtime.step({ history: one, model: "deepseek-v4" })).tools,
    );
    for (const [at, later] of bytes.entries()) expect(later.startsWith(bytes[at - 1] ?? "")).toBe(true);
    const { tools } = runtime.step({ history: steps.at(-1) ?? [], model: "deepseek-v4" });
    expect(tools.map(({ name }) => name).slice(-2)).toEqual(["b", "a"]);
  });

  test("lets a model load tools: guidance comes with the load, the tool with the next step", async () => {
    const tools = [
      aTool("read", { promptSnippet: "Read first" }),
      aTool("graph", {
        lazy: true,
        promptSnippet: "Inspect related records",
        guidelines: ["One record at a time"],
      }),
      lazy("spare"),
    ];
    const own = createRuntime({ tools, strategy: "append", policy: { deny: ["secret"] } });
    const first = own.step({ history: [user], model: "deepseek-v4" });
    expect(first.prompt).not.toContain("Inspect related records");
    const call = { id: "1", name: "tool_load", arguments: { names: ["Graph", "read", "spair", "secret"] } };
    const entries = await first.accept({ calls: [call] });
    const result = entries.at(-1);
    const text = result?.role === "tool" && result.content[0]?.type === "text" ? result.content[0].text : "";
    expect(text).toContain("Callable from the next step on: graph.");
    expect(text).toContain("Callable already: read.");
    expect(text).toContain("Inspect related records\nOne record at a time");
    expect(text).toContain('No tool named "spair" is available here. Nearest: spare.');
    expect(text).toContain('No tool named "secret" is available here.');

    const history = [user, ...entries];
    const second = own.step({ history: JSON.parse(JSON.stringify(history)), model: "deepseek-v4" });
    expect(second.tools.map(({ name }) => name).at(-1)).toBe("graph");
    expect(toSurfaceBytes(second).tools.startsWith(toSurfaceBytes(first).tools)).toBe(true);
    expect(second.prompt).toBe(first.prompt);
    const again = await second.accept({
      calls: [
        { ...call, id: "2" },
        { id: "3", name: "graph", arguments: {} },
      ],
    });
    expect(JSON.stringify(again)).toContain("Callable already: graph, read.");
    expect(again.at(-1)).toMatchObject({ role: "tool", meta: { outcome: "ok", tool: "graph" } });
  });

  test("offers tool_load, which no other strategy has", async () => {
    const names = (strategy: "append" | "bridge") =>
      createRuntime({ tools: [lazy("a")], strategy })
        .step({ history: [], model: "m" })
        .tools.map(({ name }) => name);
    expect(names("append")).toContain("tool_load");
    expect(names("bridge")).not.toContain("tool_load");
    const { outcome } = await createRuntime({ tools: [lazy("a")] }).call({
      name: "tool_load",
      arguments: { names: ["a"] },
    });
    expect(outcome).toMatchObject({ type: "rejected", reason: "unknown" });
  });

  test("is refused for a model that binds its thinking to the array", () => {
    const step = () => runtime.step({ history: [user], model: "anthropic/claude-opus-5-5" });
    expect(step).toThrow("binds its thinking to the array, which must not change. Use bridge or all.");
  });
});

describe("a conversation that cannot go on as it began", () => {
  test("starts a new record when the model cannot follow the old one, and says so once", async () => {
    const options = { tools: [lazy("a")] };
    const history = await go(createRuntime({ ...options, strategy: "append" }), [user]);
    const runtime = createRuntime(options);
    const step = runtime.step({ history, model: "claude-opus-5-5" });
    expect(step.repinned).toBe("model");
    const after = await go(runtime, history, { model: "claude-opus-5-5" });
    expect(after.filter(({ role }) => role === "opening")).toHaveLength(2);
    expect(runtime.step({ history: after, model: "claude-opus-5-5" }).repinned).toBeUndefined();
  });

  test("starts a new record after a compaction that resets, and keeps the old one after one that does not", async () => {
    const options = { tools: [aTool("read"), lazy("a")] };
    const summary: Message = { role: "summary", text: "They talked." };
    const history = [...(await go(createRuntime(options), [user])), summary, user];
    expect(createRuntime(options).step({ history, model: "m" }).repinned).toBeUndefined();
    expect(createRuntime({ ...options, compaction: "reset" }).step({ history, model: "m" }).repinned).toBe(
      "compaction",
    );
  });
});

describe("what is known of models", () => {
  test.each([
    ["claude-opus-4-8", 1_000_000],
    ["anthropic/claude-haiku-4-5-20251001", 200_000],
    ["openai/gpt-4o", 128_000],
    ["DeepSeek-V4-flash", 1_000_000],
    ["some-model-nobody-knows", 128_000],
  ])("%s has a window of %i tokens", (model, window) => {
    expect(capabilitiesOf(model).contextWindow).toBe(window);
  });

  test("the head's budget is a tenth of the window", () => {
    const tools = Array.from({ length: 400 }, (_, at) =>
      aTool(`tool_${at}`, { description: "x".repeat(200) }),
    );
    const runtime = createRuntime({ tools });
    const count = (model: string) => runtime.step({ history: [], model }).tools.length;
    expect(count("deepseek-v4")).toBe(400);
    expect(count("gpt-4o")).toBe(3);
  });

  test("a host's own rows come first", () => {
    const [row] = [capabilitiesOf("gpt-4o")];
    const own = [{ ...row, pattern: "gpt-4o", contextWindow: 1_000_000 }];
    expect(capabilitiesOf("gpt-4o", own).contextWindow).toBe(1_000_000);
  });
});
