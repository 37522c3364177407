import {
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type TelemetryEvent,
  type ToolCall,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "./talk.ts";

const SECRET = "s3cret-words";
const tools = [
  aTool("read", { risk: "read", execution: { type: "run", run: () => SECRET } }),
  aTool("merge", { lazy: true, risk: "destructive", aliases: ["join"] }),
  aTool("ask", { execution: { type: "host" } }),
  aTool("strict", { inputSchema: { type: "object", required: ["id"] } }),
];
const lifecycle = [
  { name: "old_merge", replacement: "merge", state: "deprecated" as const, note: "use merge" },
];

/** What a watcher was told, the times taken out; every count of tokens is 1, so that sums can be read. */
function watched(options: Partial<RuntimeOptions> = {}) {
  const told: TelemetryEvent[] = [];
  const runtime = createRuntime({
    tools,
    lifecycle,
    strategy: "append",
    countTokens: () => 1,
    telemetry: (event) => void told.push(event),
    ...options,
  });
  return { runtime, told, tellOf: () => told.splice(0).map(withoutTime) };
}

function withoutTime(event: TelemetryEvent): unknown {
  if (!("durationMs" in event)) return event;
  expect(event.durationMs).toBeGreaterThanOrEqual(0);
  const { durationMs: _some, ...rest } = event;
  return rest;
}

/** What is told of one call in a conversation that has begun, after the step. */
async function tellOfCall(call: Omit<ToolCall, "id">, options?: Partial<RuntimeOptions>) {
  const { runtime, tellOf } = watched(options);
  const talk = talkWith(runtime);
  talk.history.push(...(await talk.step().accept({ calls: [] })));
  tellOf();
  await talk.call(call);
  const [step, ...events] = tellOf();
  expect(step).toMatchObject({ type: "step-start" });
  return events;
}

const start = (requestedName: string) => ({ type: "call-start", callId: "call-1", requestedName });
const end = (fields: object) => ({
  type: "call-end",
  callId: "call-1",
  strategy: "append",
  outcome: "ok",
  tokens: 1,
  ...fields,
});
const ofMerge = { canonicalName: "merge", risk: "destructive" };

describe("what a watcher is told", () => {
  test("of the catalog, when it is filled and when it changes", () => {
    const { runtime, tellOf } = watched();
    expect(tellOf()).toEqual([
      { type: "catalog-changed", version: expect.any(Number), source: "code", setAside: 0 },
    ]);
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("a"), aTool("")] });
    const { version } = runtime.catalog.snapshot();
    expect(tellOf()).toEqual([{ type: "catalog-changed", version, source: "github", setAside: 1 }]);
  });

  test("of a step", () => {
    const { runtime, tellOf } = watched();
    tellOf();
    const { tools: array } = runtime.step({ history: [], model: "gpt-x" });
    expect(tellOf()).toEqual([
      {
        type: "step-start",
        model: "gpt-x",
        strategy: "append",
        dialect: "plimsoll",
        tokens: array.length + 1,
        repinned: false,
      },
    ]);
  });

  test("of a call by the tool's own name", async () => {
    const identity = { requestedName: "read", canonicalName: "read", state: "active", risk: "read" };
    expect(await tellOfCall(calling("read"))).toEqual([start("read"), end(identity)]);
  });

  test("of a call by an alias: the name that was used, and the tool's", async () => {
    expect(await tellOfCall(calling("join"))).toEqual([
      start("join"),
      end({ requestedName: "join", aliasName: "join", state: "deferred", ...ofMerge }),
      { type: "tool-loaded", names: ["merge"], tokens: 1 },
    ]);
  });

  test("of a call by a deprecated name: that it is deprecated", async () => {
    expect(await tellOfCall(calling("old_merge"))).toEqual([
      start("old_merge"),
      end({ requestedName: "old_merge", aliasName: "old_merge", state: "deprecated", ...ofMerge }),
      { type: "tool-loaded", names: ["merge"], tokens: 1 },
    ]);
  });

  test("of a call through tool_call: the inner tool, with its risk", async () => {
    expect(await tellOfCall(calling("tool_call", { name: "merge", arguments: {} }))).toEqual([
      start("tool_call"),
      end({ requestedName: "merge", state: "deferred", ...ofMerge }),
      { type: "tool-loaded", names: ["merge"], tokens: 1 },
    ]);
  });

  test.each([
    ["tool_describe", { names: ["merge"] }],
    ["tool_active", {}],
  ])("of %s: that it only reads", async (name, input) => {
    const identity = { requestedName: name, canonicalName: name, risk: "read" };
    expect(await tellOfCall(calling(name, input))).toEqual([start(name), end(identity)]);
  });

  test("of a search: each query, and the call", async () => {
    expect(await tellOfCall(calling("tool_find", { queries: ["merge", "zebra"] }))).toEqual([
      start("tool_find"),
      { type: "search-end", matches: 1 },
      { type: "search-end", matches: 0 },
      end({ requestedName: "tool_find", canonicalName: "tool_find", risk: "read" }),
    ]);
  });

  test("of a search by the host", async () => {
    const { runtime, tellOf } = watched();
    tellOf();
    await runtime.find("merge");
    expect(tellOf()).toEqual([{ type: "search-end", matches: 1 }]);
  });

  test("of loads and unloads, after the calls of the batch", async () => {
    const { runtime, tellOf } = watched();
    const talk = talkWith(runtime);
    await talk.call(calling("tool_load", { names: ["merge"] }), calling("read"));
    expect(typesOf(tellOf())).toEqual([
      "catalog-changed",
      "step-start",
      "call-start",
      "call-start",
      "call-end",
      "call-end",
      "tool-loaded",
    ]);
    await talk.call(calling("tool_unload", { names: ["merge"] }));
    expect(tellOf().at(-1)).toEqual({ type: "tool-unloaded", names: ["merge"] });
  });

  test.each([
    ["an unknown name", calling("nonsense"), { requestedName: "nonsense", reason: "unknown" }],
    [
      "ill arguments",
      calling("strict", {}),
      { requestedName: "strict", reason: "invalid", canonicalName: "strict", state: "active", risk: "write" },
    ],
    [
      "an ill call of a meta-tool",
      calling("tool_load", {}),
      { requestedName: "tool_load", reason: "invalid", canonicalName: "tool_load", risk: "read" },
    ],
  ])("of a rejected call, for %s: why", async (_what, call, fields) => {
    expect(await tellOfCall(call)).toEqual([start(call.name), end({ outcome: "rejected", ...fields })]);
  });

  test("of a denied call: that it was denied, and no more than of an unknown one", async () => {
    expect(await tellOfCall(calling("merge"), { policy: { deny: ["merge"] } })).toEqual([
      start("merge"),
      end({ requestedName: "merge", outcome: "rejected", reason: "denied" }),
    ]);
  });

  test("of a call that waits: nothing was said yet; of its end: as of any other", async () => {
    const { runtime, tellOf } = watched();
    const talk = talkWith(runtime);
    await talk.call(calling("ask"));
    const identity = { requestedName: "ask", canonicalName: "ask", state: "active", risk: "write" };
    expect(tellOf().slice(2)).toEqual([
      start("ask"),
      end({ ...identity, outcome: "host-executes", tokens: 0 }),
    ]);
    const answers = { "call-1": { type: "result" as const, value: SECRET } };
    await runtime.resume({ history: talk.history, model: "m", answers });
    expect(tellOf()).toEqual([start("ask"), end(identity)]);
  });

  test("of the end of a call that waited, under the old name that it came by", async () => {
    const retired = [{ name: "old_ask", replacement: "ask", state: "hidden" as const }];
    const { runtime, tellOf } = watched({ lifecycle: retired });
    const talk = talkWith(runtime);
    await talk.call(calling("old_ask"));
    tellOf();
    const answers = { "call-1": { type: "result" as const, value: "because" } };
    await runtime.resume({ history: JSON.parse(JSON.stringify(talk.history)), model: "m", answers });
    expect(tellOf().at(-1)).toMatchObject({
      requestedName: "old_ask",
      aliasName: "old_ask",
      canonicalName: "ask",
      state: "hidden",
    });
  });

  test("of a call that waits for the user", async () => {
    const events = await tellOfCall(calling("merge"), { policy: { approve: ["merge"] } });
    expect(events).toEqual([
      start("merge"),
      end({ requestedName: "merge", state: "deferred", ...ofMerge, outcome: "input-required", tokens: 0 }),
    ]);
  });

  test("of a call outside any conversation, by the name it was given", async () => {
    const { runtime, tellOf } = watched();
    tellOf();
    await runtime.call({ name: "read", arguments: {} }, { id: "call-1" });
    const identity = { requestedName: "read", canonicalName: "read", state: "active", risk: "read" };
    expect(tellOf()).toEqual([start("read"), end({ ...identity, strategy: "bridge" })]);
  });
});

/** A conversation in which everything that is sent, said or answered has the secret words in it. */
async function playSecrets(runtime: Runtime) {
  const talk = talkWith(runtime);
  talk.say(SECRET);
  await talk.call(
    calling("read", { path: SECRET }),
    calling("tool_find", { query: SECRET }),
    calling("tool_call", { name: "merge", arguments: { branch: SECRET } }),
    calling("strict", { other: SECRET }),
    calling("fail", { path: SECRET }),
  );
  await talk.call(calling("ask", { question: SECRET }));
  const answers = { "call-6": { type: "result" as const, value: { text: SECRET } } };
  talk.history.push(...(await runtime.resume({ history: talk.history, model: "m", answers })));
  talk.step();
  return talk.history;
}
const failing = aTool("fail", {
  execution: { type: "run", run: () => Promise.reject(new Error(SECRET)) },
});

test("no event has arguments, results or words of anybody in it", async () => {
  const { runtime, told } = watched({ tools: [...tools, failing] });
  expect(JSON.stringify(await playSecrets(runtime))).toContain(SECRET);
  expect(told.length).toBeGreaterThan(15);
  expect(JSON.stringify(told)).not.toContain(SECRET);
});

test("a watcher that throws changes nothing", async () => {
  const options = { tools: [...tools, failing] };
  const silent = createRuntime({ ...options, lifecycle, strategy: "append", countTokens: () => 1 });
  const { runtime } = watched({
    ...options,
    telemetry: () => {
      throw new Error("the log is full");
    },
  });
  expect(await playSecrets(runtime)).toEqual(await playSecrets(silent));
});

function typesOf(events: readonly unknown[]): unknown[] {
  return events.map((event) => (event as TelemetryEvent).type);
}
