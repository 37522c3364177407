import { derive, type Runtime } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { goEntTools } from "../../../../examples/quartet/tools.ts";
import { aTool } from "../fixtures.ts";
import { calling } from "../runtime/talk.ts";
import { aQuartet, namesOf, quartetTalk } from "./quartet-talk.ts";

// "11 test scenarios with 50-100 goroutines each": here callers wait in between, at random places, so that they mix.

const NAMES = goEntTools.map(({ name }) => name);
const META = 4;

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function pause(random: () => number): Promise<void> {
  for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve();
  if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
}

/** Adds, changes and removes servers until it is told to stop. */
async function churn(runtime: Runtime, isOver: () => boolean): Promise<number> {
  const random = numbers(7);
  let changes = 0;
  for (; !isOver(); changes++) {
    const id = `server-${changes % 5}`;
    const count = Math.floor(random() * 6);
    const listed = Array.from({ length: count }, (_, at) =>
      aTool(`tool_${at}`, { description: `Validate the spec of task ${changes}` }),
    );
    runtime.catalog.replace({ id, kind: "mcp" }, { tools: listed });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return changes;
}

/** One conversation: finds, describes, loads and lists, and answers what it asked to be loaded. */
async function converse(runtime: Runtime, seed: number) {
  const random = numbers(seed);
  const any = (): string => NAMES[Math.floor(random() * NAMES.length)] ?? "";
  const talk = quartetTalk(runtime);
  const asked = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const name = any();
    expect(namesOf(await talk.ask("tool_find", { query: name }))[0]).toBe(name);
    await pause(random);
    expect((await talk.ask("tool_describe", { name })).data).toMatchObject({ name, active: asked.has(name) });
    await pause(random);
    const names = [name, any()];
    await talk.ask("tool_load", { names });
    for (const one of names) asked.add(one);
    await pause(random);
    expect(namesOf(await talk.ask("tool_active")).slice(META)).toEqual([...asked]);
  }
  return { talk, asked: [...asked] };
}

describe("many conversations over one runtime", () => {
  test.each([50, 100])(
    "%i at once, with the catalog changing under them: each has what it loaded",
    async (count) => {
      const runtime = aQuartet();
      let isOver = false;
      const changing = churn(runtime, () => isOver);
      const played = await Promise.all(Array.from({ length: count }, (_, at) => converse(runtime, at + 1)));
      isOver = true;
      expect(await changing).toBeGreaterThan(5);
      for (const { talk, asked } of played) {
        expect(talk.listed().slice(META)).toEqual(asked);
        const { loaded } = derive(talk.history, runtime.catalog.snapshot());
        expect(loaded.map(({ name }) => name)).toEqual(asked);
        expect(loaded.every(({ standing }) => standing === "current")).toBe(true);
      }
    },
  );

  test("a tool that goes and comes back is lost to nobody who loaded it, and given to nobody else", async () => {
    const runtime = aQuartet();
    const serve = (...names: string[]): void =>
      runtime.catalog.replace({ id: "ci", kind: "mcp" }, { tools: names.map((name) => aTool(name)) });
    serve("build", "test");
    const talks = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const talk = quartetTalk(runtime);
        await talk.ask("tool_load", { names: at % 2 === 0 ? ["ci__build", "spec_init"] : ["spec_init"] });
        return talk;
      }),
    );
    const active = async (): Promise<string[][]> =>
      Promise.all(talks.map(async (talk) => namesOf(await talk.ask("tool_active")).slice(META)));
    const before = talks.map((_, at) => (at % 2 === 0 ? ["ci__build", "spec_init"] : ["spec_init"]));
    expect(await active()).toEqual(before);
    serve("test");
    expect(await active()).toEqual(talks.map(() => ["spec_init"]));
    serve("build", "test");
    expect(await active()).toEqual(before);
  });
});

describe("many calls in one batch", () => {
  test("100 calls of every operation are all answered, in order, and load each tool once", async () => {
    const runtime = aQuartet();
    const talk = quartetTalk(runtime);
    const calls = Array.from({ length: 100 }, (_, at) => {
      const name = NAMES[at % 10] ?? "";
      switch (at % 4) {
        case 0:
          return calling("tool_find", { query: name });
        case 1:
          return calling("tool_describe", { name });
        case 2:
          return calling("tool_load", { names: [name, NAMES[0]] });
        default:
          return calling("tool_active");
      }
    });
    const entries = await talk.call(...calls);
    const results = entries.filter((entry) => entry.role === "tool");
    expect(results.map(({ callId }) => callId)).toEqual(calls.map((_, at) => `call-${at + 1}`));
    expect(results.every(({ isError }) => isError !== true)).toBe(true);
    const asked = new Set(
      calls.flatMap(({ name, arguments: input }) =>
        name === "tool_load" ? (input as { names: string[] }).names : [],
      ),
    );
    expect(new Set(talk.listed().slice(META))).toEqual(asked);
    expect(talk.listed()).toHaveLength(META + asked.size);
    expect(namesOf(await talk.ask("tool_active")).slice(META)).toHaveLength(asked.size);
  });

  test("100 callers outside any conversation leave nothing behind", async () => {
    const runtime = aQuartet();
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const name = NAMES[at % NAMES.length] ?? "";
        const { result } = await runtime.call({ name: "tool_load", arguments: { names: [name] } });
        expect(result?.structuredContent).toMatchObject({ loaded: [name] });
      }),
    );
    expect(quartetTalk(runtime).listed()).toHaveLength(META);
  });
});
