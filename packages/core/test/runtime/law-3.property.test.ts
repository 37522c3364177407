import {
  type Activation,
  carriesRecord,
  derive,
  fromSessionState,
  type Message,
  toSessionState,
  toSummary,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  begin,
  cuts,
  eventsOfOneTool,
  happen,
  historyEvents,
  nameToday,
  openRuntime,
  setups,
  stepOf,
  type World,
} from "./history-events.ts";
import { calling } from "./talk.ts";

const played = (setup: Parameters<typeof begin>[0], events: Parameters<typeof happen>[2]) =>
  happen(setup, begin(setup), events);
const NUM_RUNS = 100;

const keeping = fc.constantFrom("keep" as const, "keep-used" as const);
const anyEvents = fc.oneof(historyEvents, eventsOfOneTool);

/** The places up to which nothing waits: a summary takes no call away that does. */
function settledCuts(history: readonly Message[], { catalog }: World["runtime"]): number[] {
  const isSettled = (at: number) => derive(history.slice(0, at), catalog.snapshot()).pending.length === 0;
  return Array.from({ length: history.length + 1 }, (_, at) => at).filter(isSettled);
}

/** What a compaction leaves as it is: all but what waits, and what a reminder is still owed for. */
function lasting({ loaded, newest, appended, unloaded, told, turn, searches, opening }: Activation) {
  return { loaded, newest, appended, unloaded: [...unloaded].sort(), told, turn, searches, opening };
}

describe("law 3: activation is derived", () => {
  test("purely: frozen histories, read twice, after JSON or without a word of any result, answer the same", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const { history, runtime, rows, versions } = await played(setup, events);
        const snapshot = runtime.catalog.snapshot();
        const answer = derive(deepFreeze(structuredClone(history)), snapshot);
        expect(derive(history, snapshot)).toEqual(answer);
        const elsewhere = openRuntime(setup, { rows, versions }).catalog.snapshot();
        expect(derive(JSON.parse(JSON.stringify(history)), elsewhere)).toEqual(answer);
        expect(derive(history.map(wordless), snapshot)).toEqual(answer);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("as a naive reading of what was done says", async () => {
    await fc.assert(
      fc.asyncProperty(setups, anyEvents, async (setup, events) => {
        const world = await played(setup, events);
        const { loaded, turn, searches } = derive(world.history, world.runtime.catalog.snapshot());
        const expected = readNaively(world);
        expect(loaded.map(({ name, at, standing }) => ({ name, at, standing }))).toEqual(expected.loaded);
        expect(turn).toBe(expected.turn);
        expect(searches.map(({ query }) => query)).toEqual(expected.queries);
      }),
      { numRuns: 3 * NUM_RUNS },
    );
  });

  test("so a step that is accepted twice, and a continuation beside another, change nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        setups,
        historyEvents,
        historyEvents,
        historyEvents,
        async (setup, first, one, other) => {
          const root = await played(setup, first);
          const alone = await happen(setup, root, other);
          const [, beside] = await Promise.all([happen(setup, root, one), happen(setup, root, other)]);
          expect(beside.history).toEqual(alone.history);
          expect(derive(beside.history, beside.runtime.catalog.snapshot())).toEqual(
            derive(alone.history, alone.runtime.catalog.snapshot()),
          );
          const settled = await happen(setup, root, [{ type: "answer", answer: "no" }]);
          const step = stepOf(settled);
          const reply = {
            calls: [{ id: "1", ...calling("tool_load", { names: ["merge", "docs/search_pages"] }) }],
          };
          const [retried, again] = [await step.accept(reply), await step.accept(reply)];
          expect(again).toEqual(retried);
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  test("so a compaction that keeps changes nothing, wherever it cuts and however often", async () => {
    await fc.assert(
      fc.asyncProperty(setups, anyEvents, async (setup, events) => {
        const { history, runtime } = await played(setup, events);
        const snapshot = runtime.catalog.snapshot();
        const whole = lasting(derive(history, snapshot));
        let compacted: readonly Message[] = [];
        let before = 0;
        for (const at of settledCuts(history, runtime)) {
          const rest = history.slice(at);
          expect(lasting(derive([toSummary(history.slice(0, at), "…"), ...rest], snapshot))).toEqual(whole);
          compacted = [toSummary([...compacted, ...history.slice(before, at)], "…")];
          expect(lasting(derive([...compacted, ...rest], snapshot))).toEqual(whole);
          before = at;
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("so the entries that carry records answer as the whole history does", async () => {
    await fc.assert(
      fc.asyncProperty(setups, anyEvents, fc.nat(), async (setup, events, from) => {
        const { history, runtime } = await played(setup, events);
        const snapshot = runtime.catalog.snapshot();
        const visible = history.slice(from % (history.length + 1));
        const part = derive(visible, snapshot, { records: history.filter(carriesRecord) });
        const whole = derive(history, snapshot);
        const recorded = ({ opening, loaded, appended, unloaded, told }: Activation) => ({
          opening,
          loaded,
          appended,
          unloaded: [...unloaded].sort(),
          told,
        });
        expect(recorded(part)).toEqual(recorded(whole));
        expect(part.turn).toBeLessThanOrEqual(whole.turn);
      }),
      { numRuns: 2 * NUM_RUNS },
    );
  });

  test("so they answer the same in every respect where a summary keeps the turns, also of what was used", async () => {
    await fc.assert(
      fc.asyncProperty(setups, anyEvents, keeping, fc.nat(), async (setup, events, compaction, from) => {
        const { history, runtime } = await played(setup, events);
        const snapshot = runtime.catalog.snapshot();
        const settled = settledCuts(history, runtime);
        const cut = settled[from % settled.length] ?? 0;
        const summary = toSummary(history.slice(0, cut), "…");
        const whole = [...history.slice(0, cut), { role: "summary", text: "…" } as const];
        const rest = history.slice(cut);
        const records = [...whole, ...rest].filter(carriesRecord);
        const part = derive([summary, ...rest], snapshot, { compaction, records });
        const full = derive([...whole, ...rest], snapshot, { compaction });
        expect(lasting(part)).toEqual(lasting(full));
        expect([...part.used].sort()).toEqual([...full.used].sort());
      }),
      { numRuns: 3 * NUM_RUNS },
    );
  });

  test("so a compaction that keeps what was used keeps what was called since its load, and no other", async () => {
    await fc.assert(
      fc.asyncProperty(setups, anyEvents, async (setup, events) => {
        const start = begin(setup);
        const declined = { type: "answer", answer: "no" } as const;
        const world = await happen(setup, start, [...events, declined], { isCompacting: false });
        const snapshot = world.runtime.catalog.snapshot();
        const { loaded } = derive([toSummary(world.history, "…")], snapshot, { compaction: "keep-used" });
        const { used } = readNaively(world);
        const expected = readNaively(world).loaded.filter(({ name }) => used.has(name));
        expect(loaded.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
        const inPlace: Message[] = [...world.history, { role: "summary", text: "…" }];
        expect(derive(inPlace, snapshot, { compaction: "keep-used" }).loaded).toEqual(loaded);
      }),
      { numRuns: 3 * NUM_RUNS },
    );
  });

  test("so a compaction that resets leaves nothing of before", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const root = await played(setup, [...events, { type: "answer", answer: "no" }]);
        const snapshot = root.runtime.catalog.snapshot();
        const options = { compaction: "reset" } as const;
        const settled = settledCuts(root.history, root.runtime);
        for (const cut of cuts(root.history).filter((at) => settled.includes(at))) {
          const [prefix, rest] = [root.history.slice(0, cut), root.history.slice(cut)];
          const bare: Message = { role: "summary", text: "…" };
          const taken = derive([toSummary(prefix, "…"), ...rest], snapshot, options);
          const left = derive([...prefix, bare, ...rest], snapshot, options);
          expect(left).toEqual(taken);
        }
        const { turn, isReset: _, ...left } = derive([toSummary(root.history, "…")], snapshot, options);
        const { turn: _none, isReset: __, ...nothing } = derive([], snapshot);
        expect(left).toEqual(nothing);
        expect(turn).toBe(derive(root.history, snapshot).turn);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 2) },
    );
  });

  test("and what is exported of it can be imported again, also after JSON", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const { history, runtime } = await played(setup, events);
        const snapshot = runtime.catalog.snapshot();
        const activation = derive(history, snapshot);
        const state = toSessionState(activation);
        const imported = derive([fromSessionState(JSON.parse(JSON.stringify(state)), snapshot)], snapshot);
        expect(toSessionState(imported)).toEqual(state);
        expect(imported.loaded.map(({ name, at }) => ({ name, at }))).toEqual(
          activation.loaded.map(({ name, at }) => ({ name, at })),
        );
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** One load: under the name of today, with what it was at the time, name and version. */
interface NaiveLoad {
  readonly name: string;
  readonly was: string;
  readonly at: number;
}

/** Activation as one would work it out with paper and pencil, from what was done and how tools are named today. */
function readNaively({ deeds, rows, versions }: World) {
  let loads: NaiveLoad[] = [];
  let head: readonly string[] = [];
  let turn = 0;
  let queries: string[] = [];
  const used = new Set<string>();
  const givenBack = new Map<string, number>();
  const identity = (name: string, then: ReadonlyMap<string, number>) => `${name} ${then.get(name)}`;
  const without = (name: string) => loads.filter((load) => load.name !== name);
  for (const deed of deeds) {
    if (deed.type === "say") turn += 1;
    else if (deed.type === "open") head = deed.head;
    else if (deed.type === "search") queries = [...queries, ...deed.queries];
    else if (deed.type === "handover") {
      const current = [...deed.versions.keys()]
        .filter((name) => !deed.denied.includes(name))
        .map((name) => identity(name, deed.versions));
      loads = loads
        .filter(({ name, was }) => !head.includes(name) && current.includes(was))
        .map((load) => ({ ...load, at: 0 }));
      [head, turn, queries] = [[], 0, []];
      used.clear();
    } else
      for (const then of deed.names) {
        const name = nameToday(then, rows);
        const isLoaded = loads.some((load) => load.name === name);
        if (deed.type === "unload") {
          loads = without(name);
          used.delete(name);
          givenBack.set(name, deed.batch);
        } else if (deed.type === "load") {
          loads = [...without(name), { name, was: identity(then, deed.versions), at: turn }];
          used.delete(name);
        } else if (isLoaded) used.add(name);
        // A call beside an unload ran because nothing had been given back when the batch began.
        else if (givenBack.get(name) !== deed.batch) {
          loads = [...loads, { name, was: identity(then, deed.versions), at: turn }];
          used.add(name);
        }
      }
  }
  return {
    loaded: loads
      .filter(({ name }) => versions.has(name) && !head.includes(name))
      .map(({ name, was, at }) => ({
        name,
        at,
        standing: identity(name, versions) === was ? "current" : "changed",
      })),
    used,
    turn,
    queries,
  };
}

function wordless(message: Message): Message {
  return message.role === "tool" ? { ...message, content: [], structuredContent: undefined } : message;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
