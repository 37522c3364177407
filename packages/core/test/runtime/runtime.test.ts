import { createRuntime, type Message, PlimsollError, type Reply, toSurfaceBytes } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const user: Message = { role: "user", text: "File a bug" };
const aRuntime = () => createRuntime({ tools: [aTool("read"), aTool("create_issue", { lazy: true })] });
const call = (id: string, name: string, input: unknown = {}): Reply["calls"][number] => ({
  id,
  name,
  arguments: input,
});

describe("a step", () => {
  test("decides at the first step, and hands the record over with the reply", async () => {
    const step = aRuntime().step({ history: [user], model: "deepseek-v4" });
    const entries = await step.accept({ text: "Let me look", calls: [call("1", "read")] });
    expect(entries).toMatchObject([
      { role: "opening", v: 1, strategy: "bridge", dialect: "plimsoll", model: "deepseek-v4", gate: "open" },
      { role: "assistant", text: "Let me look" },
      {
        role: "tool",
        callId: "1",
        name: "read",
        content: [{ text: "ran read" }],
        meta: { outcome: "ok", tool: "read" },
      },
    ]);
    expect(entries[0]?.role === "opening" && entries[0].tools).toEqual(step.tools);
  });

  test("obeys the record ever after, whatever happened to catalog, policy and mode", async () => {
    const runtime = aRuntime();
    const first = runtime.step({ history: [user], model: "deepseek-v4" });
    const history = [user, ...(await first.accept({ calls: [] }))];
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: [aTool("other")] });
    const later = runtime.step({ history, model: "deepseek-v4", mode: "yolo", policy: { deny: ["*"] } });
    expect(toSurfaceBytes(later).tools).toBe(toSurfaceBytes(first).tools);
    expect(later.fingerprint).toBe(first.fingerprint);
  });

  test("sends messages without the record and without metadata", async () => {
    const runtime = aRuntime();
    const history = [
      user,
      ...(await runtime.step({ history: [user], model: "m" }).accept({ calls: [call("1", "read")] })),
    ];
    expect(runtime.step({ history, model: "m" }).messages).toEqual([
      { role: "user", text: "File a bug" },
      { role: "assistant", calls: [call("1", "read")] },
      { role: "tool", callId: "1", name: "read", content: [{ type: "text", text: "ran read" }] },
    ]);
  });

  test("keeps the results of a batch in the order of its calls", async () => {
    const slow = aTool("slow", {
      execution: { type: "run", run: () => new Promise((resolve) => setTimeout(resolve, 20, "slow")) },
    });
    const runtime = createRuntime({ tools: [slow, aTool("fast")] });
    const entries = await runtime
      .step({ history: [user], model: "m" })
      .accept({ calls: [call("1", "slow"), call("2", "fast")] });
    expect(entries.flatMap((entry) => (entry.role === "tool" ? entry.callId : []))).toEqual(["1", "2"]);
  });

  test("a call of a tool of the host's waits for the host", async () => {
    const ask = aTool("ask_user", { execution: { type: "host" } });
    const step = createRuntime({ tools: [ask] }).step({ history: [user], model: "m" });
    const entries = await step.accept({ calls: [call("1", "ask_user")] });
    expect(entries.map(({ role }) => role)).toEqual(["opening", "assistant", "pending"]);
  });

  test("accounts for what is carried and what is saved", () => {
    const { tokens } = aRuntime().step({ history: [user], model: "m" });
    expect(tokens.saved).toBe(tokens.allEager - tokens.head - tokens.loaded);
    expect(tokens.head).toBeGreaterThan(0);
  });

  test("puts snippets and guidelines of eager tools in the prompt, and of lazy tools nowhere", () => {
    const tools = [
      aTool("read", { promptSnippet: "Read before you edit", guidelines: ["Whole files only"] }),
      aTool("rare", { lazy: true, promptSnippet: "Never seen" }),
    ];
    const { prompt } = createRuntime({ tools }).step({ history: [user], model: "m" });
    expect(prompt).toContain("Read before you edit\nWhole files only");
    expect(prompt).not.toContain("Never seen");
  });

  test("two conversations of one runtime do not see each other", async () => {
    const runtime = aRuntime();
    const one = runtime.step({ history: [user], model: "m" });
    const first = [
      user,
      ...(await one.accept({ calls: [call("1", "tool_call", { name: "create_issue" })] })),
    ];
    const [, , found] = await runtime
      .step({ history: [user], model: "m" })
      .accept({ calls: [call("1", "tool_find", { query: "create_issue" })] });
    expect(found?.role === "tool" && found.structuredContent).toMatchObject({
      matches: [{ state: "deferred" }],
    });
    const [, again] = await runtime
      .step({ history: first, model: "m" })
      .accept({ calls: [call("2", "tool_find", { query: "create_issue" })] });
    expect(again?.role === "tool" && again.structuredContent).toMatchObject({
      matches: [{ state: "loaded" }],
    });
  });
});

describe("sources", () => {
  test("are listed again when they say so; an answer that was overtaken changes nothing", async () => {
    const answers: ((tools: string[]) => void)[] = [];
    let changed = () => {};
    const source = {
      id: "docs",
      kind: "mcp" as const,
      list: () =>
        new Promise<{ tools: ReturnType<typeof aTool>[] }>((resolve) => {
          answers.push((names) => resolve({ tools: names.map((name) => aTool(name)) }));
        }),
      subscribe: (listener: () => void) => {
        changed = listener;
        return () => {};
      },
    };
    const runtime = createRuntime({ sources: [source] });
    changed();
    answers[1]?.(["new"]);
    answers[0]?.(["old"]);
    await runtime.ready();
    expect(
      runtime.catalog
        .snapshot()
        .entries()
        .map(({ name }) => name),
    ).toEqual(["docs/new"]);
  });
});

describe("bad input gets a clear error", () => {
  test.each<[string, unknown, string]>([
    ["no calls", { text: "hi" }, "it has no list of calls"],
    ["a call without a name", { calls: [{ id: "1" }] }, "call 0 has no id or no name"],
    [
      "two calls of one id",
      { calls: [call("1", "read"), call("1", "read")] },
      'two of its calls have the id "1"',
    ],
    ["nothing at all", undefined, "it has no list of calls"],
  ])("a reply with %s", async (_what, reply, message) => {
    const step = aRuntime().step({ history: [user], model: "m" });
    await expect(step.accept(reply as Reply)).rejects.toThrow(message);
  });

  test("a history entry that is none is named by its place", () => {
    const history = [user, { role: "system", text: "…" } as unknown as Message];
    const step = () => aRuntime().step({ history, model: "m" });
    expect(step).toThrow('Entry 1 of the history is not a message: its role is "system"');
  });

  test.each([
    ["two of one id", ["a", "a"], "two sources have that id"],
    ["the id of code", ["code"], "it is not an id"],
    ["a name that is no id", ["my server"], "it is not an id"],
  ])("sources with %s", (_what, ids, reason) => {
    const sources = ids.map((id) => ({ id, kind: "mcp" as const, list: async () => ({ tools: [] }) }));
    expect(() => createRuntime({ sources })).toThrow(reason);
  });

  test("a strategy that a model cannot follow names those that it can", () => {
    const step = () =>
      createRuntime({ tools: [aTool("a")], strategy: "native" }).step({ history: [user], model: "m" });
    expect(step).toThrow('The model "m" cannot follow the strategy "native". Use bridge or append or all.');
  });

  test("a dialect that is not there names those that are", () => {
    expect(() => createRuntime({ tools: [], dialect: "klingon" as never })).toThrow(
      'There is no dialect "klingon". Use "plimsoll" or "sf"',
    );
  });

  test("errors are recognised across copies of the library, by code", () => {
    const error = new PlimsollError("REPLY_INVALID", "no", { reason: "x" });
    expect(PlimsollError.is(error)).toBe(true);
    expect(PlimsollError.is(error, "REPLY_INVALID")).toBe(true);
    expect(PlimsollError.is(error, "TOOL_INVALID")).toBe(false);
    expect(PlimsollError.is(new Error("no"))).toBe(false);
    expect(String(error)).toBe("PlimsollError: no");
  });
});

describe("finding without a conversation", () => {
  const runtime = createRuntime({
    tools: [
      aTool("read_issue", { risk: "read", domain: "planning" }),
      aTool("close_issue", { risk: "write", lazy: true }),
    ],
  });
  const found = async (options = {}) =>
    (await runtime.find("issue", options)).matches.map(({ name }) => name);

  test("takes the filters of search", async () => {
    expect((await found()).sort()).toEqual(["close_issue", "read_issue"]);
    expect(await found({ risk: "read" })).toEqual(["read_issue"]);
    expect(await found({ state: "deferred" })).toEqual(["close_issue"]);
    expect(await found({ domain: "planning" })).toEqual(["read_issue"]);
    expect(await found({ source: "elsewhere" })).toEqual([]);
    expect(await found({ policy: { deny: ["close_*"] } })).toEqual(["read_issue"]);
  });

  test("finds by meaning what an embedder knows", async () => {
    const embed = (texts: readonly string[]) =>
      Float32Array.from(texts.flatMap((text) => (/read|peruse/.test(text) ? [1, 0] : [0, 1])));
    const meant = createRuntime({ tools: [aTool("read_mail")], embedder: { id: "x", dimensions: 2, embed } });
    expect((await meant.find("peruse")).matches.map(({ name }) => name)).toEqual(["read_mail"]);
    expect((await runtime.find("peruse")).matches).toEqual([]);
  });
});
