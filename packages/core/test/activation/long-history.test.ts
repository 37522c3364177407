import { derive, type Message, type SearchRecord, toSummary } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aCatalog, aTool } from "../fixtures.ts";

const ENTRIES = 100_000;
const names = Array.from({ length: 100 }, (_, at) => `tool_${at}`);
const snapshot = aCatalog(names.map((name) => aTool(name))).snapshot();
const hashOf = (name: string): string => snapshot.get(name)?.schemaHash ?? "";

/** Turns of four entries. Each calls one tool; every tenth turn loads one, every hundredth gives it back. */
function aTurn(turn: number): Message[] {
  const tool = names[turn % 50] ?? "";
  const other = names[50 + (Math.floor(turn / 10) % 50)] ?? "";
  const meta =
    turn % 100 === 0
      ? { record: { v: 1, type: "unload", at: turn, names: [other] } as const }
      : turn % 10 === 0
        ? {
            record: {
              v: 1,
              type: "load",
              at: turn,
              tools: [{ name: other, schemaHash: hashOf(other) }],
            } as const,
          }
        : { searches: [{ turn, query: "x", loaded: [] }] };
  return [
    { role: "user", text: `Turn ${turn}` },
    {
      role: "assistant",
      calls: [
        { id: `${turn}-a`, name: tool, arguments: {} },
        { id: `${turn}-b`, name: "tool_load", arguments: {} },
      ],
    },
    {
      role: "tool",
      callId: `${turn}-a`,
      name: tool,
      content: [],
      meta: { outcome: "ok", tool, schemaHash: hashOf(tool) },
    },
    { role: "tool", callId: `${turn}-b`, name: "tool_load", content: [], meta: { outcome: "ok", ...meta } },
  ];
}

describe("a history of 100,000 entries", () => {
  const turns = ENTRIES / 4;
  const history = Array.from({ length: turns }, (_, at) => aTurn(at + 1)).flat();

  test("is read to its end", () => {
    const { loaded, unloaded, searches, turn, newest } = derive(history, snapshot);
    expect([history.length, turn]).toEqual([ENTRIES, turns]);
    expect(searches).toHaveLength(turns - turns / 10);
    // Every tenth of the others was given back last: 50, 60, 70, 80 and 90.
    const givenBack = names.filter((_, at) => at >= 50 && at % 10 === 0);
    expect([...unloaded].sort()).toEqual(givenBack);
    expect(loaded.map(({ name }) => name).sort()).toEqual(
      names.filter((name) => !givenBack.includes(name)).sort(),
    );
    // Calls keep the place of the first of them, loads have that of the newest.
    expect(loaded.find(({ name }) => name === "tool_1")?.at).toBe(1);
    expect(loaded.find(({ name }) => name === "tool_99")?.at).toBe(turns - 10);
    expect(newest).toEqual([]);
    expect(loaded.every(({ standing }) => standing === "current")).toBe(true);
  });

  test("reads the same after compactions anywhere", () => {
    const whole = derive(history, snapshot);
    for (const at of [1, 4_001, 50_000, ENTRIES]) {
      const summary = toSummary(history.slice(0, at), "…");
      const compacted = [summary, ...history.slice(at)];
      expect(derive(compacted, snapshot)).toEqual(whole);
      expect(derive([toSummary(compacted, "…")], snapshot)).toEqual(whole);
    }
  });

  test("a summary of more searches and records than a call takes arguments is read like any other", () => {
    const searches: SearchRecord[] = Array.from({ length: 300_000 }, (_, at) => ({
      turn: at,
      query: "x",
      loaded: [],
    }));
    const records = searches.map(({ turn }) => ({
      v: 1 as const,
      type: "unload" as const,
      at: turn,
      names: ["tool_1"],
    }));
    const summary: Message = { role: "summary", text: "…", searches, records };
    expect(derive([toSummary([summary], "…")], snapshot).searches).toHaveLength(300_000);
  });
});
