import {
  carriesRecord,
  derive,
  type Message,
  type OutcomeType,
  type ResultMeta,
  toSummary,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aCatalog, aTool } from "../fixtures.ts";

const catalog = aCatalog([aTool("read"), aTool("create_issue"), aTool("merge")]);
const snapshot = catalog.snapshot();
const hashOf = (name: string): string => snapshot.get(name)?.schemaHash ?? "";

const user = (text: string): Message => ({ role: "user", text });
const result = (callId: string, meta: ResultMeta): Message => ({
  role: "tool",
  callId,
  name: "tool_call",
  content: [],
  meta,
});
const called = (tool: string, outcome: OutcomeType = "ok"): Message =>
  result("1", { outcome, tool, schemaHash: hashOf(tool) });
const loaded = (at: number, ...names: string[]): Message =>
  result("2", {
    outcome: "ok",
    record: { v: 1, type: "load", at, tools: names.map((name) => ({ name, schemaHash: hashOf(name) })) },
  });
const opening = (...names: string[]): Message => ({
  role: "opening",
  v: 1,
  strategy: "bridge",
  dialect: "plimsoll",
  model: "m",
  gate: "open",
  tools: names.map((name) => ({ name, description: "", inputSchema: {} })),
  prompt: "",
  sources: [],
});

describe("activation is derived from history", () => {
  test("a completed call of a deferred tool counts as a load, in its turn", () => {
    const history = [user("a"), opening(), user("b"), called("create_issue")];
    expect(derive(history, snapshot).loaded).toEqual([
      { name: "create_issue", schemaHash: hashOf("create_issue"), at: 2, standing: "current" },
    ]);
  });

  test.each<OutcomeType>(["rejected", "failed", "timed-out", "cancelled"])(
    "a call that ended as %s does not",
    (outcome) => {
      expect(derive([user("a"), called("create_issue", outcome)], snapshot).loaded).toEqual([]);
    },
  );

  test("a tool of the head is not loaded by being called", () => {
    expect(derive([user("a"), opening("read"), called("read")], snapshot).loaded).toEqual([]);
  });

  test("loads keep their order; a second load moves to the end; an unload takes away", () => {
    const history = [user("a"), loaded(1, "create_issue", "merge"), loaded(1, "create_issue")];
    expect(derive(history, snapshot).loaded.map(({ name }) => name)).toEqual(["merge", "create_issue"]);
    const unload = result("3", { outcome: "ok", record: { v: 1, type: "unload", at: 1, names: ["merge"] } });
    expect(derive([...history, unload], snapshot).loaded.map(({ name }) => name)).toEqual(["create_issue"]);
  });

  test("a tool that the catalog lost is not loaded; one that changed says so", () => {
    const changed = aCatalog([aTool("create_issue", { description: "other words" })]).snapshot();
    const history = [user("a"), loaded(1, "create_issue", "merge")];
    expect(derive(history, changed).loaded.map(({ name, standing }) => [name, standing])).toEqual([
      ["create_issue", "changed"],
    ]);
  });

  test("a summary carries the turns and the records of what it stands for", () => {
    const history = [user("a"), loaded(1, "merge"), user("b"), called("create_issue")];
    const compacted = [toSummary(history.slice(0, 2), "…"), ...history.slice(2)];
    expect(derive(compacted, snapshot)).toEqual(derive(history, snapshot));
  });

  test("reminders and news open no turn", () => {
    const history: Message[] = [user("a"), { role: "user", text: "X is callable now", from: "reminder" }];
    expect(derive(history, snapshot).turn).toBe(1);
  });

  test("a record of a later version is refused with the remedy, not misread", () => {
    const later = { ...opening(), v: 2 } as unknown as Message;
    expect(() => derive([later], snapshot)).toThrow("Update @plimsoll/core");
  });

  test.each([
    { v: 99, type: "load", at: 1, tools: [{ name: "merge" }] },
    { v: 99, type: "unload", at: 1, names: ["merge"] },
  ])("so is a later $type record, in a result, a summary or a handover", (record) => {
    const entries = [
      { role: "tool", callId: "1", name: "tool_load", content: [], meta: { record } },
      { role: "summary", text: "…", records: [record] },
      { role: "handover", records: [record] },
    ] as unknown as Message[];
    for (const entry of entries) {
      expect(() => derive([entry], snapshot)).toThrow("a record of version 99");
      expect(() => toSummary([entry], "…")).toThrow("a record of version 99");
    }
  });

  test("with records beside it, the turn is the newest that the history or a record speaks of", () => {
    const history = [user("a"), loaded(1, "merge"), ...Array.from({ length: 9 }, () => user("more"))];
    const records = history.filter(carriesRecord);
    const summary = toSummary(history.slice(0, 9), "…");
    const whole = derive(history, snapshot);
    expect([whole.turn, whole.newest]).toEqual([10, []]);
    expect(derive([summary, ...history.slice(9)], snapshot, { records })).toEqual(whole);
    const later = result("3", { outcome: "ok", searches: [{ turn: 7, query: "x", loaded: [] }] });
    const part = derive(history.slice(9), snapshot, { records: [...records, later] });
    expect([part.turn, part.newest]).toEqual([7, []]);
  });
});

describe("law 3", () => {
  const message = fc.constantFrom(
    user("a"),
    opening("read"),
    called("create_issue"),
    called("merge", "failed"),
    loaded(1, "merge"),
    loaded(2, "create_issue", "read"),
  );
  const history = fc.array(message, { maxLength: 20 });

  test("the answer survives JSON, cleared outputs, and does not touch the history", () => {
    fc.assert(
      fc.property(history, (messages) => {
        const before = JSON.stringify(messages);
        const answer = derive(messages, snapshot);
        expect(JSON.stringify(messages)).toBe(before);
        expect(derive(JSON.parse(before), snapshot)).toEqual(answer);
        const cleared = messages.map((one) => (one.role === "tool" ? { ...one, content: [] } : one));
        expect(derive(cleared, snapshot)).toEqual(answer);
      }),
    );
  });

  test("a rewound history answers as if the rest had never been", () => {
    fc.assert(
      fc.property(history, history, (kept, dropped) => {
        const rewound = [...kept, ...dropped].slice(0, kept.length);
        expect(derive(rewound, snapshot)).toEqual(derive(kept, snapshot));
      }),
    );
  });
});

describe("a history that is damaged", () => {
  test.each([
    [null, "Entry 1 of the history is not a message: it is not an object"],
    ["text", "Entry 1 of the history is not a message"],
    [
      { role: "tool", callId: "1", name: "x", content: [], meta: { record: 7 } },
      "Entry 1 of the history is damaged",
    ],
    [{ role: "summary", text: "…", records: [{ type: "load" }] }, "Entry 1 of the history is damaged"],
    [{ ...opening(), tools: undefined }, "Entry 1 of the history is damaged"],
    [{ ...opening(), tools: [null] }, "Entry 1 of the history is damaged"],
    [
      { role: "summary", text: "…", records: [{ ...opening(), tools: 7 }] },
      "Entry 1 of the history is damaged",
    ],
  ])("%j is refused by its place, with what to do", (entry, message) => {
    expect(() => derive([user("a"), entry as Message], snapshot)).toThrow(message);
    expect(() => toSummary([user("a"), entry as Message], "…")).toThrow(message);
  });
});

describe("a summary", () => {
  test("does not grow with results that carry no metadata", () => {
    const bare = (id: number, name: string, args: unknown = {}): Message[] => [
      { role: "assistant", calls: [{ id: `${id}`, name, arguments: args }] },
      { role: "tool", callId: `${id}`, name, content: [] },
    ];
    const history = [user("a"), ...Array.from({ length: 10_000 }, (_, at) => bare(at, "merge")).flat()];
    const summary = toSummary(history, "…");
    expect(summary.records).toHaveLength(1);
    // Loaded again by name, and called again: that it was called since is new.
    const again = [...history, ...bare(1, "tool_load", { names: ["merge"] }), ...bare(2, "merge")];
    expect(toSummary(again, "…").records).toHaveLength(3);
    const used = { compaction: "keep-used" } as const;
    expect(derive([toSummary(again, "…")], snapshot, used).loaded).toMatchObject([{ name: "merge" }]);
  });
});
