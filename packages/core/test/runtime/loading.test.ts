import {
  capabilitiesOf,
  carriesRecord,
  createRuntime,
  derive,
  fromSessionState,
  type Message,
  type RuntimeOptions,
  toSummary,
  type UserMessage,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "./talk.ts";

const lazy = (name: string, more = {}) => aTool(name, { lazy: true, ...more });
const worktree = lazy("enter-worktree", { antiFallback: "do not fall back to bash git worktree" });
const tools = [aTool("read"), worktree, lazy("merge"), lazy("pay", { risk: "write" })];
const aRuntime = (options: Partial<RuntimeOptions> = {}) =>
  createRuntime({ tools, strategy: "append", ...options });
const load = (...names: string[]) => calling("tool_load", { names });
const isReminder = (message: Message): message is UserMessage =>
  message.role === "user" && message.from === "reminder";
const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);

describe("loading", () => {
  test("a loaded tool joins the array in the next step, and another spelling of its name counts", async () => {
    const talk = talkWith(aRuntime());
    expect(namesOf(talk.step().tools)).not.toContain("enter-worktree");
    await talk.call(load("Enter-Worktree"));
    expect(talk.step().tools.at(-1)?.name).toBe("enter-worktree");
    const { loaded, newest } = derive(talk.history, aRuntime().catalog.snapshot());
    expect([namesOf(loaded), newest]).toEqual([["enter-worktree"], ["enter-worktree"]]);
  });

  test("a load on record without its definition is repaired by another, and by no more than one", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("merge"));
    talk.history = talk.history.map((message) => {
      const { meta: _, ...bare } = message as Extract<Message, { role: "tool" }>;
      return message.role === "tool" ? bare : message;
    });
    expect(namesOf(talk.step().tools)).not.toContain("merge");
    await talk.call(load("merge"));
    expect(talk.textOf("tool_load")).toContain("Callable from the next step on: merge.");
    expect(namesOf(talk.step().tools)).toContain("merge");
    await talk.call(load("merge"));
    expect(talk.textOf("tool_load")).toContain("Callable already: merge.");
    const lifecycle = [{ name: "merge", replacement: "join", state: "hidden" as const }];
    const later = talkWith(aRuntime({ tools: [aTool("read"), lazy("join")], lifecycle }));
    later.history = talk.history;
    await later.call(load("join"));
    // The array shows it under the old name, which is enough.
    await later.call(load("join"));
    expect(later.textOf("tool_load")).toContain("Callable already: join.");
  });

  test("the first call since a load carries a mark, and no further one does", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("merge"));
    const marks = [];
    for (const call of [calling("merge"), calling("merge"), load("merge"), calling("pay"), calling("pay")]) {
      marks.push((await talk.call(call)).filter(carriesRecord).length);
    }
    expect(marks).toEqual([1, 0, 0, 1, 0]);
  });

  test("a mixture: the good part is loaded, and the rest is explained", async () => {
    const lifecycle = [
      {
        name: "transfer",
        replacement: "pay",
        state: "removed" as const,
        planned_removal_version: "1.0.0",
        replay_supported: false,
      },
    ];
    const talk = talkWith(
      aRuntime({ lifecycle, policy: { deny: ["pay_*"] }, tools: [...tools, lazy("pay_all")] }),
    );
    await talk.call(load("merge"));
    const [, result] = await talk.call(load("pay", "Merge", "enter-worktre", "pay_all", "transfer", "read"));
    const text = talk.textOf("tool_load");
    expect(text).toContain("Callable from the next step on: pay.");
    expect(text).toContain("Callable already: merge, read.");
    expect(text).toContain('No tool named "enter-worktre" is available here. Nearest: enter-worktree.');
    expect(text).toContain('No tool named "pay_all" is available here.');
    expect(text).toContain('"transfer" was removed. Use pay instead.');
    expect(result).toMatchObject({
      meta: { keepWhole: true, record: { type: "load", tools: [{ name: "pay" }] } },
      structuredContent: { loaded: [{ name: "pay" }], already: ["merge", "read"] },
    });
    expect(result).not.toHaveProperty("isError");
  });

  test("what was loaded in the newest turn is told apart", async () => {
    const runtime = aRuntime();
    const talk = talkWith(runtime);
    await talk.call(load("merge"));
    talk.say("Go on");
    await talk.call(load("pay"));
    const { loaded, newest } = derive(talk.history, runtime.catalog.snapshot());
    expect([namesOf(loaded), newest]).toEqual([["merge", "pay"], ["pay"]]);
  });

  test("a tool that is given back is not callable at once, and its bytes stay", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("merge"));
    const before = talk.step().tools;
    await talk.call(calling("tool_unload", { names: ["merge", "nonsense"] }));
    expect(talk.textOf("tool_unload")).toBe(
      'Unloaded: merge. Load them again before the next call.\nNot loaded: "nonsense".',
    );
    expect(talk.step().tools).toEqual(before);
    await talk.call(calling("merge"));
    expect(talk.textOf("merge")).toContain(
      'merge is not loaded. Load it with tool_load({"names":["merge"]})',
    );
    await talk.call(load("merge"));
    await talk.call(calling("merge"));
    expect(talk.textOf("merge")).toBe("ran merge");
  });

  test("what is loaded and what it costs can be asked", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("tool_active"));
    expect(talk.textOf("tool_active")).toBe("Nothing is loaded.");
    await talk.call(load("merge"));
    await talk.call(calling("tool_active"));
    expect(talk.textOf("tool_active")).toMatch(/^1 loaded, (\d+) tokens:\nmerge: \1 tokens$/);
  });

  test("a schema that changed has to be loaded again, and then counts as it is today", async () => {
    const runtime = aRuntime();
    const talk = talkWith(runtime);
    await talk.call(load("merge"));
    const changed = tools.map((tool) =>
      tool.name === "merge" ? { ...tool, description: "Other words" } : tool,
    );
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: changed });
    const standing = () => derive(talk.history, runtime.catalog.snapshot()).loaded[0]?.standing;
    expect(standing()).toBe("changed");
    await talk.call(load("merge"));
    expect(talk.textOf("tool_load")).toContain("Other words");
    expect(standing()).toBe("current");
  });

  test("a first call through the bridge is on record as a load", async () => {
    const runtime = createRuntime({ tools });
    const talk = talkWith(runtime);
    const [, , result] = await talk.call(calling("tool_call", { name: "merge", arguments: {} }));
    expect(result?.role === "tool" && result.meta?.record).toMatchObject({
      type: "load",
      by: "call",
      at: 1,
      tools: [{ name: "merge" }],
    });
  });
});

describe("reminders", () => {
  test("one message after the batch's results, in the request that first carries the tool, and never again", async () => {
    const talk = talkWith(aRuntime());
    const entries = await talk.call(load("enter-worktree", "merge"), calling("read"));
    expect(entries.map(({ role }) => role)).toEqual(["opening", "assistant", "tool", "tool", "user"]);
    expect(entries.at(-1)).toEqual({
      role: "user",
      from: "reminder",
      text: "enter-worktree is callable now; do not fall back to bash git worktree.",
      tools: ["enter-worktree"],
    });
    const step = talk.step();
    expect(step.messages.at(-1)).toEqual({
      role: "user",
      text: "enter-worktree is callable now; do not fall back to bash git worktree.",
    });
    expect(namesOf(step.tools)).toContain("enter-worktree");
    expect(step.prompt).not.toContain("callable now");
    await talk.call(calling("read"), load("enter-worktree"));
    await talk.call(calling("enter-worktree"));
    expect(talk.history.filter(isReminder)).toHaveLength(1);
  });

  test("a compaction between the load and the next step does not lose it, and does not repeat it", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("enter-worktree"));
    const unseen = talk.history.filter((message) => !isReminder(message));
    const compacted = [toSummary(unseen, "The user asked for a worktree.")];
    talk.history = compacted;
    expect(talk.step().messages.at(-1)).toMatchObject({ role: "user" });
    const entries = await talk.call(calling("read"));
    expect(entries.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    await talk.call(calling("read"));
    expect(talk.history.filter(isReminder)).toHaveLength(1);
  });

  test("one that a compaction takes away before the model has replied is given again, once", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("enter-worktree"));
    expect(talk.history.at(-1)).toMatchObject({ from: "reminder" });
    talk.history = [toSummary([toSummary(talk.history, "…")], "…"), { role: "user", text: "Go on" }];
    expect(talk.step().messages.at(-1)).toMatchObject({
      text: expect.stringContaining("enter-worktree is callable now"),
    });
    await talk.call(calling("read"));
    await talk.call(calling("read"));
    expect(talk.history.filter(isReminder)).toHaveLength(1);
  });

  test("one that the model has seen is not repeated after a compaction", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(load("enter-worktree"));
    await talk.call(calling("read"));
    talk.history = [toSummary(talk.history, "…")];
    await talk.call(calling("read"));
    expect(talk.history.filter(isReminder)).toEqual([]);
  });

  test("a call through the bridge needs none", async () => {
    const talk = talkWith(createRuntime({ tools }));
    await talk.call(calling("tool_call", { name: "enter-worktree", arguments: {} }));
    expect(talk.history.filter(isReminder)).toEqual([]);
  });
});

describe("hosts that hand over less than the whole history", () => {
  test("the entries that carry records give the same answer as everything", async () => {
    const runtime = aRuntime();
    const talk = talkWith(runtime);
    await talk.call(load("merge"));
    talk.say("Go on");
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }));
    await talk.call(load("enter-worktree"));
    await talk.call(calling("tool_unload", { names: ["merge"] }));
    const snapshot = runtime.catalog.snapshot();
    const records = talk.history.filter(carriesRecord);
    expect(records.length).toBeLessThan(talk.history.length);
    const visible: Message[] = [{ role: "summary", text: "…", turns: 1 }, ...talk.history.slice(-2)];
    const whole = derive(talk.history, snapshot);
    const part = derive(visible, snapshot, { records });
    expect([part.loaded, part.opening, part.appended, part.unloaded]).toEqual([
      whole.loaded,
      whole.opening,
      whole.appended,
      whole.unloaded,
    ]);
    const step = runtime.step({ history: visible, records, model: "m" });
    expect([step.tools, step.repinned]).toEqual([talk.step().tools, undefined]);
    expect(step.messages).toHaveLength(visible.length);
  });
});

test("records of another conversation's loads are in the array from the first step on", () => {
  const runtime = aRuntime();
  const records: Message[] = [
    fromSessionState(
      { loadedLazyTools: ["pay"], loadedAtTurn: { pay: 1 }, searchHistory: [] },
      runtime.catalog.snapshot(),
    ),
  ];
  const step = runtime.step({ history: [{ role: "user", text: "Go on" }], records, model: "m" });
  expect(step.tools.at(-1)?.name).toBe("pay");
});

describe("a new array", () => {
  const state = { loadedLazyTools: ["pay", "merge"], loadedAtTurn: {}, searchHistory: [] };

  test("shows nothing that policy denies at its opening, whatever was loaded before", () => {
    const runtime = aRuntime();
    const history = [fromSessionState(state, runtime.catalog.snapshot())];
    const denied = runtime.step({ history, model: "m", policy: { deny: ["pay"] } });
    expect(namesOf(denied.tools)).toContain("merge");
    expect(namesOf(denied.tools)).not.toContain("pay");
  });

  test("carries what was loaded on, as it stands today, when another strategy begins", async () => {
    const talk = talkWith(createRuntime({ tools, strategy: "bridge" }));
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }));
    const models = [{ ...capabilitiesOf("m"), pattern: "other", strategies: ["append" as const] }];
    const runtime = createRuntime({ tools, strategy: "append", models });
    const step = runtime.step({ history: talk.history, model: "other" });
    expect([step.repinned, step.tools.at(-1)?.name]).toEqual(["model", "pay"]);
    const entries = await step.accept({ calls: [] });
    const again = runtime.step({ history: [...talk.history, ...entries], model: "other" });
    expect(again.tools).toEqual(step.tools);
  });
});

describe("compaction policies", () => {
  const played = async (compaction: "keep" | "keep-used" | "reset") => {
    const runtime = aRuntime({ compaction });
    const talk = talkWith(runtime);
    await talk.call(load("merge", "pay"));
    await talk.call(calling("pay"));
    talk.history = [toSummary(talk.history, "…"), { role: "user", text: "Go on" }];
    return { loaded: namesOf(derive(talk.history, runtime.catalog.snapshot(), { compaction }).loaded), talk };
  };

  test("keep: what was loaded stays", async () => {
    const { loaded, talk } = await played("keep");
    expect(loaded).toEqual(["merge", "pay"]);
    expect(talk.step().repinned).toBeUndefined();
  });

  test("keep-used: what was called since stays, and the array is not touched", async () => {
    const { loaded, talk } = await played("keep-used");
    expect(loaded).toEqual(["pay"]);
    expect(namesOf(talk.step().tools)).toContain("merge");
    expect(talk.step().repinned).toBeUndefined();
  });

  test("reset: nothing stays, and a new array begins", async () => {
    const { loaded, talk } = await played("reset");
    expect(loaded).toEqual([]);
    expect(namesOf(talk.step().tools)).not.toContain("pay");
    expect(talk.step().repinned).toBe("compaction");
  });
});

describe("the strict gate", () => {
  const strict = (options: Partial<RuntimeOptions> = {}) =>
    createRuntime({ tools, gate: "strict", ...options });

  test("offers to load, also under the bridge, and says so in the prompt", () => {
    const step = talkWith(strict()).step();
    expect(namesOf(step.tools)).toContain("tool_load");
    expect(step.prompt).toContain("load what fits with tool_load");
  });

  test("a tool that was not loaded is answered with its schema and the load to make", async () => {
    const talk = talkWith(strict());
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }));
    expect(talk.textOf("tool_call")).toBe(
      'pay is not loaded. Load it with tool_load({"names":["pay"]}) and call it in the next step.\nSchema: {"type":"object"}',
    );
  });

  test("a call in the very batch that loads it comes too early, and is told so", async () => {
    const talk = talkWith(strict());
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }), load("pay"));
    expect(talk.textOf("tool_call")).toBe(
      'pay was loaded in this very step, and is callable from the next one on. Call it again then.\nSchema: {"type":"object"}',
    );
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }));
    expect(talk.textOf("tool_call")).toBe("ran pay");
  });

  test("a near miss is told to load first", async () => {
    const talk = talkWith(strict());
    await talk.call(calling("tool_call", { name: "pays", arguments: {} }));
    expect(talk.textOf("tool_call")).toContain(
      'Next: tool_load({"names":["pay"]}), then call it in the step after.',
    );
  });

  test("old names, and tools that this mode is not shown, replay without a load", async () => {
    const lifecycle = [{ name: "old_merge", replacement: "merge", state: "hidden" as const }];
    const policy = { gates: [{ tools: ["pay"], modes: ["agent"] }] };
    const talk = talkWith(strict({ lifecycle, policy }), { mode: "plan" });
    await talk.call(calling("old_merge"), calling("pay"));
    expect([talk.textOf("old_merge"), talk.textOf("pay")]).toEqual(["ran merge", "ran pay"]);
  });

  test("a load that only says it happened, in a forged result that failed, opens nothing", async () => {
    const talk = talkWith(strict());
    talk.history.push(
      { role: "assistant", calls: [{ id: "x", name: "tool_load", arguments: { names: ["pay"] } }] },
      { role: "tool", callId: "x", name: "tool_load", content: [], isError: true },
    );
    await talk.call(calling("tool_call", { name: "pay", arguments: {} }));
    expect(talk.textOf("tool_call")).toContain("pay is not loaded");
  });
});

describe("subagents", () => {
  const parentOf = async () => {
    const runtime = aRuntime({ gate: "strict" });
    const talk = talkWith(runtime, { policy: { deny: ["merge"] } });
    await talk.call(load("pay", "enter-worktree"));
    return { runtime, parent: { history: talk.history, model: "m", policy: { deny: ["merge"] } } };
  };

  test("a child has its parent's policy, narrowed, and its own array", async () => {
    const { runtime, parent } = await parentOf();
    const child = runtime.subagent(parent, { policy: { deny: ["pay"] } });
    const talk = talkWith(runtime, { policy: child.policy });
    await talk.call(calling("tool_find", { queries: ["merge", "pay", "enter-worktree"] }));
    expect(talk.textOf("tool_find")).toContain("enter-worktree");
    expect(talk.textOf("tool_find")).not.toMatch(/\bpay\(|\bmerge\(/);
  });

  test("a parent's loads are inherited by choice, in the child's array and through its gate", async () => {
    const { runtime, parent } = await parentOf();
    const start = async (inheritLoads: boolean) => {
      const child = runtime.subagent(parent, { inheritLoads });
      const talk = talkWith(runtime, { policy: child.policy });
      talk.history = [...child.history, { role: "user", text: "Pay it" }];
      const { tools: array } = talk.step();
      await talk.call(calling("pay"));
      return { array: namesOf(array), said: talk.textOf("pay"), talk };
    };
    const heir = await start(true);
    expect(heir.array.slice(-2)).toEqual(["pay", "enter-worktree"]);
    expect(heir.said).toBe("ran pay");
    expect(heir.talk.history.filter(isReminder)).toEqual([]);
    expect(namesOf(heir.talk.step().tools)).toEqual(heir.array);
    const orphan = await start(false);
    expect(orphan.array).not.toContain("pay");
    expect(orphan.said).toContain("pay is not loaded");
  });
});
