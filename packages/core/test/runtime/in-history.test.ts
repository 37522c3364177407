import {
  createRuntime,
  derive,
  type Message,
  type Provider,
  type RuntimeOptions,
  toSummary,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "./talk.ts";

const model = "claude-opus-4-8";
const lazy = (name: string, more = {}) => aTool(name, { lazy: true, ...more });
const tools = [
  aTool("read"),
  lazy("merge", { guidelines: ["Merge only on request."] }),
  lazy("pay"),
  lazy("sign"),
];
const strategies = ["transcript", "native", "bridge", "append", "all"] as const;
const carrying: Provider = { name: "Any", strategies };
const declaring: Provider = {
  name: "Any",
  strategies,
  declares: { strategies: ["native", "transcript"], most: 100 },
};
const aRuntime = (options: Partial<RuntimeOptions> = {}) => createRuntime({ tools, ...options });
const namesOf = (entries: readonly { readonly name: string }[] = []) => entries.map(({ name }) => name);
const load = (...names: string[]) => calling("tool_load", { names });
const find = (query: string) => calling("tool_find", { query, limit: 1 });
const changes = (messages: readonly { readonly role: string }[]) =>
  messages.filter(({ role }) => role === "tool-change") as Extract<Message, { role: "tool-change" }>[];

describe("the strategy transcript", () => {
  const aTalk = () => talkWith(aRuntime({ strategy: "transcript" }), { model, provider: carrying });

  test("adds what was loaded inside the history, once, and leaves the array alone", async () => {
    const talk = aTalk();
    const { tools: array } = talk.step();
    await talk.call(load("merge"));
    expect(changes(talk.step().messages).flatMap(({ added }) => namesOf(added))).toEqual(["merge"]);
    await talk.call(calling("merge"));
    await talk.call();
    const { tools: later, messages } = talk.step();
    expect(later).toEqual(array);
    expect(changes(messages)).toHaveLength(1);
    expect(changes(messages)[0]?.added[0]).toEqual(aRuntime().catalog.snapshot().get("merge")?.definition);
  });

  test("stands last before the reply that first has the tools, behind what the user said meanwhile", async () => {
    const talk = aTalk();
    await talk.call(load("merge"));
    talk.say("And hurry.");
    expect(talk.step().messages.at(-1)?.role).toBe("tool-change");
  });

  test("takes away what was given back, and adds it again when it is loaded again", async () => {
    const talk = aTalk();
    await talk.call(load("merge", "pay"));
    await talk.call(calling("tool_unload", { names: ["merge"] }));
    await talk.call(load("merge"));
    const told = changes(talk.step().messages).map(({ added, removed }) => [namesOf(added), removed]);
    expect(told).toEqual([
      [["merge", "pay"], []],
      [[], ["merge"]],
      [["merge"], []],
    ]);
  });

  test("adds again what a compaction took away, from the records that it left", async () => {
    const talk = aTalk();
    await talk.call(load("merge"));
    await talk.call(calling("merge"));
    talk.history = [toSummary(talk.history, "They merged."), { role: "user", text: "Go on" }];
    expect(changes(talk.step().messages).flatMap(({ added }) => namesOf(added))).toEqual(["merge"]);
  });

  test("replaces a definition that changed, when the tool is loaded again and not before", async () => {
    const runtime = aRuntime({ strategy: "transcript" });
    const talk = talkWith(runtime, { model, provider: carrying });
    const source = { id: "forge", kind: "mcp" as const };
    runtime.catalog.replace(source, { tools: [aTool("push", { description: "Push it" })] });
    await talk.call(load("forge/push"));
    await talk.call();
    runtime.catalog.replace(source, { tools: [aTool("push", { description: "Push it, hard" })] });
    await talk.call();
    expect(changes(talk.step().messages)).toHaveLength(1);
    await talk.call(load("forge/push"));
    expect(changes(talk.step().messages).map(({ added }) => added[0]?.description)).toEqual([
      "Push it",
      "Push it, hard",
    ]);
  });

  test("is plain history under another strategy, which the conversation then keeps", async () => {
    const talk = talkWith(aRuntime(), { model, provider: carrying });
    await talk.call(load("merge"));
    await talk.call(calling("merge"));
    const elsewhere = talk.step({ model: "deepseek-v4" });
    expect([elsewhere.strategy, elsewhere.repinned]).toEqual(["bridge", "model"]);
    expect(changes(elsewhere.messages)).toEqual([]);
    talk.history.push(...(await elsewhere.accept({ calls: [] })));
    talk.history.push({ role: "user", text: "Back" });
    expect(talk.step().strategy).toBe("bridge");
  });

  test("adds by reference only what was declared", async () => {
    const runtime = aRuntime({ strategy: "transcript" });
    const talk = talkWith(runtime, { model, provider: declaring });
    await talk.call();
    expect(namesOf(talk.step().deferred)).toEqual(["merge", "pay", "sign"]);
    runtime.catalog.replace({ id: "late", kind: "mcp" }, { tools: [aTool("arrive")] });
    await talk.call(load("merge", "late/arrive"));
    expect(changes(talk.step().messages).flatMap(({ added }) => namesOf(added))).toEqual(["merge"]);
  });
});

describe("the strategy native", () => {
  const aTalk = () => talkWith(aRuntime({ strategy: "native" }), { model, provider: declaring });
  const reveals = (messages: readonly unknown[]) =>
    messages.flatMap((message) => namesOf(Object(message).reveals ?? []));

  test("declares what is deferred beside the array, and reveals what was found", async () => {
    const talk = aTalk();
    const first = talk.step();
    expect([namesOf(first.tools).includes("merge"), namesOf(first.deferred)]).toEqual([
      false,
      ["merge", "pay", "sign"],
    ]);
    expect(first.opening.loader).toBe("tool_find");
    await talk.call(find("merge"));
    const later = talk.step();
    expect([later.tools, later.deferred]).toEqual([first.tools, first.deferred]);
    expect(reveals(later.messages)).toEqual(["merge"]);
    expect(talk.textOf("tool_find")).toBe(
      "Callable by name from the next step on: merge.\n\nMerge only on request.",
    );
    await talk.call(find("merge"));
    expect(talk.textOf("tool_find")).toBe("Callable already: merge.");
    expect(reveals(talk.step().messages)).toEqual(["merge"]);
  });

  test("calls a tool that came too late to be declared through the bridge, and says so", async () => {
    const runtime = aRuntime({ strategy: "native" });
    const talk = talkWith(runtime, { model, provider: declaring });
    await talk.call();
    runtime.catalog.replace({ id: "late", kind: "mcp" }, { tools: [aTool("arrive")] });
    await talk.call(find("late/arrive"));
    expect(talk.textOf("tool_find")).toContain('Next: tool_call({"name":"late__arrive"');
    expect(reveals(talk.step().messages)).toEqual([]);
    await talk.call(calling("tool_call", { name: "late__arrive", arguments: {} }));
    expect(talk.textOf("tool_call")).not.toContain("not");
  });

  test("keeps the definition of a tool that is gone and was revealed, and starts anew for one that was not", async () => {
    const runtime = aRuntime({ strategy: "native" });
    const source = { id: "forge", kind: "mcp" as const };
    const listed = [aTool("push"), aTool("pull"), aTool("tag")];
    runtime.catalog.replace(source, { tools: listed });
    const talk = talkWith(runtime, { model, provider: declaring });
    await talk.call(find("forge/push"));
    const before = talk.step();
    runtime.catalog.replace(source, { tools: listed.slice(1) });
    const gone = talk.step();
    expect([gone.repinned, gone.deferred]).toEqual([undefined, before.deferred]);
    runtime.catalog.replace(source, { tools: [aTool("tag")] });
    const anew = talk.step();
    expect(anew.repinned).toBe("definition");
    expect(namesOf(anew.deferred).sort()).toEqual(["forge__push", "forge__tag", "merge", "pay", "sign"]);
    expect(reveals(anew.messages)).toEqual(["forge__push"]);
    talk.history.push(...(await anew.accept({ calls: [] })));
    talk.say("Go on");
    const after = talk.step();
    expect([after.repinned, after.deferred]).toEqual([undefined, anew.deferred]);
    expect(after.messages.slice(0, anew.messages.length)).toEqual(anew.messages);
  });

  test("reveals again what a compaction took away, when it is asked for", async () => {
    const talk = aTalk();
    await talk.call(find("merge"));
    talk.history = [toSummary(talk.history, "They looked."), { role: "user", text: "Go on" }];
    expect(reveals(talk.step().messages)).toEqual([]);
    await talk.call(find("merge"));
    expect(talk.textOf("tool_find")).toContain("Callable by name from the next step on: merge.");
    expect(reveals(talk.step().messages)).toEqual(["merge"]);
  });

  test("counts what the provider revealed by itself as a load, also under the strict gate", async () => {
    const runtime = aRuntime({ strategy: "native", gate: "strict" });
    const talk = talkWith(runtime, { model, provider: declaring });
    const call = { id: "1", name: "merge", arguments: {} };
    const refused = await talk.step().accept({ calls: [call] });
    expect(refused.at(-1)).toMatchObject({ role: "tool", meta: { outcome: "rejected" } });
    talk.history.push(...(await talk.step().accept({ calls: [call], revealed: ["merge", "no_such_tool"] })));
    expect(talk.history.at(-1)).toMatchObject({ role: "tool", meta: { outcome: "ok", tool: "merge" } });
    const { loaded, revealed } = derive(JSON.parse(JSON.stringify(talk.history)), runtime.catalog.snapshot());
    expect([namesOf(loaded), revealed.map(({ name }) => name)]).toEqual([["merge"], ["merge"]]);
    expect(JSON.stringify(talk.step().messages)).not.toContain('"record"');
  });

  test("reminds of what the provider revealed by itself, once", async () => {
    const deploy = lazy("deploy", { antiFallback: "do not fall back to bash" });
    const runtime = aRuntime({ strategy: "native", tools: [...tools, deploy] });
    const talk = talkWith(runtime, { model, provider: declaring });
    const { tools: array } = talk.step();
    talk.history.push(...(await talk.step().accept({ text: "Found it.", calls: [], revealed: ["deploy"] })));
    const reminders = () =>
      talk.step().messages.filter((message) => JSON.stringify(message).includes("do not fall back"));
    expect(reminders()).toHaveLength(1);
    await talk.call();
    expect(reminders()).toHaveLength(1);
    expect(talk.step().tools).toEqual(array);
  });

  test("does not declare beside the array what a new record has in it", async () => {
    const source = { id: "forge", kind: "mcp" as const };
    const open = (pins: string[]) => {
      const runtime = aRuntime({ strategy: "native", pins });
      runtime.catalog.replace(source, { tools: [aTool("push"), aTool("pull")] });
      return runtime;
    };
    const talk = talkWith(open([]), { model, provider: declaring });
    await talk.call(find("forge/push"));
    const pinned = open(["forge/push"]);
    pinned.catalog.replace(source, { tools: [aTool("push")] });
    const {
      repinned,
      tools: array,
      deferred,
    } = pinned.step({ history: talk.history, model, provider: declaring });
    expect(repinned).toBe("definition");
    expect(namesOf(array)).toContain("forge__push");
    expect(namesOf(deferred)).not.toContain("forge__push");
  });

  test("reveals definitions where the provider need not know them before", async () => {
    const runtime = aRuntime({ strategy: "native" });
    const talk = talkWith(runtime, { model, provider: carrying });
    await talk.call();
    runtime.catalog.replace({ id: "late", kind: "mcp" }, { tools: [aTool("arrive")] });
    await talk.call(find("late/arrive"));
    expect(talk.step().deferred).toBeUndefined();
    expect(reveals(talk.step().messages)).toEqual(["late__arrive"]);
  });
});

describe("which strategy a conversation has", () => {
  const opened = (provider: Provider | undefined, more: Partial<RuntimeOptions> = {}) =>
    aRuntime(more).step({
      history: [{ role: "user", text: "Begin" }],
      model,
      ...(provider === undefined ? {} : { provider }),
    }).strategy;

  test("the best that model and provider can follow; the bridge where nobody said what can be carried", () => {
    expect(opened(undefined)).toBe("bridge");
    expect(opened(carrying)).toBe("transcript");
    expect(opened({ name: "Old", strategies: ["bridge", "append", "all"] })).toBe("bridge");
    expect(opened({ ...declaring, strategies: ["native", "bridge"] })).toBe("native");
  });

  test("not one that would declare more tools than the provider takes", () => {
    const small: Provider = {
      name: "Small",
      strategies: ["native", "bridge"],
      declares: { strategies: ["native"], most: 2 },
    };
    expect(opened(small)).toBe("bridge");
    expect(() => opened(small, { strategy: "native" })).toThrow(
      'The strategy "native" declares every deferred tool to Small, which takes 2 at most, and there are 3. Use bridge.',
    );
  });

  test("a conversation that moves to a provider that cannot carry it starts anew", async () => {
    const talk = talkWith(aRuntime(), { model, provider: carrying });
    await talk.call(load("merge"));
    const { strategy, repinned } = talk.step({ provider: { name: "Old", strategies: ["bridge", "all"] } });
    expect([strategy, repinned]).toEqual(["bridge", "model"]);
    expect(talk.step({ provider: { ...declaring, strategies: ["transcript"] } }).repinned).toBe("model");
  });
});
