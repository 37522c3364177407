import type { Message } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import type { PriceRow } from "../../src/simulate/price-table.ts";
import type { SimulatedStrategy, SpentRequest } from "../../src/simulate/simulation-report.ts";
import { takeSimulation } from "../../src/simulate/take-simulation.ts";
import { subjectOf, tool } from "./subjects.ts";

// Three steps that need two deferred tools. Words are counted (see `byHand`), so the numbers can be checked by reading.
const MESSAGES: readonly Message[] = [
  { role: "user", text: "please report the leak" }, // 4 words
  {
    role: "assistant", // `github__create_issue {"title":"Leak"}`: 2 words; behind tool_call as well
    calls: [{ id: "a", name: "github__create_issue", arguments: { title: "Leak" } }],
  },
  result("a", "github__create_issue", "issue seven is open"), // 4 words
  {
    role: "assistant", // 2 words
    calls: [{ id: "b", name: "calendar__create_event", arguments: { title: "Leak" } }],
  },
  result("b", "calendar__create_event", "invited"), // 1 word
  { role: "assistant", text: "all is done", calls: [] }, // 3 words
];

// What the meta-tools answer, as the runtime renders it:
//
//   github__create_issue(title?: string)                      2
//     Does create_issue. [write, github]                      4
//   calendar__create_event(title?: string)                    2
//     Does create_event. [write, calendar]                    4
//
//   Next: tool_call({"name":…,"arguments":{…}}),              2
//   or tool_describe({"names":[…]}) for its full schema.      6
const FOUND = 20;
// The other way round, with `loaded` among the marks of the first tool: one word more.
const FOUND_AGAIN = 21;
//   Callable by name from the next step on:                   8
//   github__create_issue, calendar__create_event.             2
const FOUND_AND_LOADED = 10;
//   Callable from the next step on: github__create_issue.     7
//   github__create_issue: Does create_issue.                  3
//   Schema: {"properties":…}                                  2
const LOADED = 12;
// `tool_find {"query":"create issue"}` and `tool_load {"names":["github__create_issue"]}`
const FIND = 3;
const LOAD = 2;

// What any array of claude-opus-5 comes with, by the table of core.
const INSTRUCTIONS = 354;
const DEFINITION = 100;
const PROMPT = 50;

// Dollars a million tokens.
const PRICES: PriceRow = {
  pattern: "claude-opus-5",
  input: 1,
  cachedInput: 0.1,
  cacheWrite: 2,
  output: 10,
  date: "2026-11-16",
  source: "made up for a test",
};

const report = await takeSimulation(
  subjectOf({ github: [tool("create_issue")], calendar: [tool("create_event")] }, MESSAGES, {
    prices: [PRICES],
  }),
);

describe("a conversation of three steps and two loads, by hand", () => {
  it("sends everything at once under all, and reads it again at each step", () => {
    const head = INSTRUCTIONS + 2 * DEFINITION; // 554, no prompt section
    expect(requestsOf("all")).toEqual([
      work({ cached: 0, uncached: head + 4, output: 2 }), // 558
      work({ cached: 558, uncached: 2 + 4, output: 2 }), // the reply and its result: 564 in all
      work({ cached: 564, uncached: 2 + 1, output: 3 }), // 567 in all
    ]);
    // 0 + 558 + 564 read, 558 + 6 + 3 written, 2 + 2 + 3 said: 112.2 + 1134 + 70 millionths of a dollar
    expect(row("all")).toMatchObject({
      steps: 3,
      extraSteps: 0,
      cached: 1122,
      written: 567,
      cost: 0.0013162,
    });
  });

  it("asks once for each tool under bridge, and loses nothing", () => {
    const head = INSTRUCTIONS + 3 * DEFINITION + PROMPT; // find, describe and call: 704
    expect(requestsOf("bridge")).toEqual([
      extra("find", { cached: 0, uncached: head + 4, output: FIND }), // 708
      work({ cached: 708, uncached: FIND + FOUND, output: 2 }), // 731 in all
      extra("find", { cached: 731, uncached: 2 + 4, output: FIND }), // 737
      work({ cached: 737, uncached: FIND + FOUND_AGAIN, output: 2 }), // 761
      work({ cached: 761, uncached: 2 + 1, output: 3 }), // 764
    ]);
    // 708 + 731 + 737 + 761 read, 764 written, 13 said: 293.7 + 1528 + 130
    expect(row("bridge")).toMatchObject({ steps: 5, extraSteps: 2, cached: 2937, cost: 0.0019517 });
  });

  it("reveals what was found behind the search under native, and loses nothing", () => {
    const head = INSTRUCTIONS + 5 * DEFINITION + PROMPT; // with unload and active, and no load: 904
    const revealed = FOUND_AND_LOADED + 2 * DEFINITION; // the search finds both, and reveals both: 210
    expect(requestsOf("native")).toEqual([
      extra("find", { cached: 0, uncached: head + 4, output: FIND }), // 908
      work({ cached: 908, uncached: FIND + revealed, output: 2 }), // 1121
      work({ cached: 1121, uncached: 2 + 4, output: 2 }), // 1127
      work({ cached: 1127, uncached: 2 + 1, output: 3 }), // 1130
    ]);
    // 3156 read, 1130 written, 10 said: 315.6 + 2260 + 100
    expect(row("native")).toMatchObject({ extraSteps: 1, input: 4286, cost: 0.0026756 });
  });

  it("adds a definition behind the load under transcript, and loses nothing", () => {
    const head = INSTRUCTIONS + 6 * DEFINITION + PROMPT;
    expect(requestsOf("transcript")).toEqual([
      extra("find", { cached: 0, uncached: head + 4, output: FIND }), // 1008
      extra("load", { cached: 1008, uncached: FIND + FOUND, output: LOAD }), // 1031
      work({ cached: 1031, uncached: LOAD + LOADED + DEFINITION, output: 2 }), // 1145
      extra("find", { cached: 1145, uncached: 2 + 4, output: FIND }), // 1151
      extra("load", { cached: 1151, uncached: FIND + FOUND_AGAIN, output: LOAD }), // 1175
      work({ cached: 1175, uncached: LOAD + LOADED + DEFINITION, output: 2 }), // 1289
      work({ cached: 1289, uncached: 2 + 1, output: 3 }), // 1292
    ]);
    // 6799 read, 1292 written, 17 said: 679.9 + 2584 + 170
    expect(row("transcript")).toMatchObject({ extraSteps: 4, input: 8091, cost: 0.0034339 });
  });

  it("loses all behind the array at each load under append", () => {
    const array = INSTRUCTIONS + 6 * DEFINITION; // 954
    const behind = PROMPT + 4 + FIND + FOUND + LOAD + LOADED; // 91: prompt section and messages so far
    const since = 2 + 4 + FIND + FOUND_AGAIN + LOAD + LOADED; // 44: messages up to the second load
    expect(requestsOf("append")).toEqual([
      extra("find", { cached: 0, uncached: array + PROMPT + 4, output: FIND }), // 1008
      extra("load", { cached: 1008, uncached: FIND + FOUND, output: LOAD }), // 1031
      work({ cached: array, uncached: DEFINITION + behind, output: 2 }), // 1145
      extra("find", { cached: 1145, uncached: 2 + 4, output: FIND }), // 1151
      extra("load", { cached: 1151, uncached: FIND + FOUND_AGAIN, output: LOAD }), // 1175
      work({ cached: array + DEFINITION, uncached: DEFINITION + behind + since, output: 2 }), // 1289
      work({ cached: 1289, uncached: 2 + 1, output: 3 }), // 1292
    ]);
    // 6601 read, 1490 written, 17 said: 660.1 + 2980 + 170
    expect(row("append")).toMatchObject({ extraSteps: 4, input: 8091, cost: 0.0038101 });
  });

  it("loses a definition more where the second tool is put before the first", () => {
    // `calendar__create_event` stands before `github__create_issue` in the catalog: only the meta-tools are read again.
    const before = requestsOf("append").map(({ uncached }) => uncached);
    const inPlace = requestsOf("edit-in-place").map(({ uncached }) => uncached);
    expect(inPlace).toEqual(before.map((uncached, at) => (at === 5 ? uncached + DEFINITION : uncached)));
  });

  it("names the cheapest, and the part that each is of the dearest", () => {
    expect(report.cheapest).toBe("all");
    const dearest = row("edit-in-place").cost ?? 0;
    expect(row("edit-in-place").share).toBe(1);
    expect(row("bridge").share).toBeCloseTo(0.0019517 / dearest, 6);
  });
});

function result(callId: string, name: string, text: string): Message {
  return { role: "tool", callId, name, content: [{ type: "text", text }] };
}

function row(name: string): SimulatedStrategy {
  const found = report.strategies.find(({ strategy }) => strategy === name);
  if (found === undefined) throw new Error(`${name} was not simulated`);
  return found;
}

type Told = Pick<SpentRequest, "kind" | "input" | "cached" | "uncached" | "written" | "output">;

function requestsOf(name: string): Told[] {
  return row(name).requests.map(({ transcript: _, cost: __, ...told }) => told);
}

function extra(
  kind: SpentRequest["kind"],
  { cached, uncached, output }: Pick<Told, "cached" | "uncached" | "output">,
): Told {
  // Anthropic writes what it does not read.
  return { kind, input: cached + uncached, cached, uncached, written: uncached, output };
}

function work(told: Pick<Told, "cached" | "uncached" | "output">): Told {
  return extra("work", told);
}
