import { createRuntime, type ResultMessage, type Step } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import {
  begin,
  deniedIn,
  HOST,
  happen,
  historyEvents,
  NAMES,
  openRuntime,
  type Setup,
  setups,
  stepOf,
  type World,
} from "./history-events.ts";
import { calling, talkWith, textOf } from "./talk.ts";

const NUM_RUNS = 40;

/** A world at some moment of a conversation, with nothing waiting. */
async function atSomeMoment(setup: Setup, events: Parameters<typeof happen>[2]): Promise<World> {
  const world = await happen(setup, begin(setup), [...events, { type: "answer", answer: "no" }]);
  // A first step has been taken, so that every question is asked of the same surface.
  return happen(setup, world, [{ type: "batch", calls: [], retried: false }]);
}

async function answersOf(step: Step, name: string): Promise<ResultMessage[]> {
  const calls = [
    calling("tool_find", { query: `\`${name}\``, limit: 25 }),
    calling("tool_describe", { names: [name] }),
    calling("tool_call", { name, arguments: { id: "7" } }),
    calling(name, { id: "7" }),
    calling("tool_load", { names: [name] }),
  ];
  const entries = await step.accept({ calls: calls.map((call, at) => ({ id: `${at}`, ...call })) });
  return entries.filter((entry) => entry.role === "tool");
}

describe("law 4: one policy decides, at every moment of a conversation", () => {
  test("find, describe, load and call of a tool agree with the policy of the step", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const world = await atSomeMoment(setup, events);
        const { mode } = world.circumstances;
        for (const { name, wireName } of world.runtime.catalog.snapshot().entries()) {
          const isDenied = deniedIn(world).includes(name);
          const isFindable = !isDenied && (name !== "pay" || mode === "agent");
          const entries = await stepOf(world).accept({
            calls: [
              { id: "f", ...calling("tool_find", { query: `\`${name}\``, limit: 25 }) },
              { id: "d", ...calling("tool_describe", { names: [name] }) },
              { id: "l", ...calling("tool_load", { names: [name] }) },
              { id: "c", ...calling("tool_call", { name, arguments: { id: "7" } }) },
            ],
          });
          const answer = (id: string) => {
            const found = entries.find((one) => one.role === "tool" && one.callId === id);
            return {
              text: found?.role === "tool" ? textOf(found) : "",
              data: Object(found && "structuredContent" in found ? found.structuredContent : {}),
            };
          };
          const namesIn = (listed: readonly { name: string }[] = []) => listed.map((one) => one.name);
          expect(namesIn(answer("f").data.matches).includes(wireName)).toBe(isFindable);
          expect(namesIn(answer("d").data.tools).includes(wireName)).toBe(isFindable);
          if (setup.strategy === "append" || setup.gate === "strict") {
            const { loaded, already = [] } = answer("l").data;
            expect([...namesIn(loaded), ...already].includes(wireName)).toBe(isFindable);
          }
          expect(/^No tool named/m.test(answer("c").text)).toBe(isDenied);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("what is denied is answered, to the letter, as what is not there", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const world = await atSomeMoment(setup, events);
        const denied = deniedIn(world).filter((name) => world.versions.has(name));
        const versions = new Map([...world.versions].filter(([name]) => !denied.includes(name)));
        const without = { ...world, versions, runtime: openRuntime(setup, { ...world, versions }) };
        for (const name of denied) {
          const [here, there] = [
            await answersOf(stepOf(world), name),
            await answersOf(stepOf(without), name),
          ];
          expect(here.map(textOf)).toEqual(there.map(textOf));
          expect(here.map(({ isError }) => isError)).toEqual(there.map(({ isError }) => isError));
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("neither a load nor an approval of before lets anything run, or be loaded, that is denied now", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, fc.subarray([...NAMES]), async (setup, events, deny) => {
        const asked = NAMES.map((name) => calling("tool_call", { name, arguments: { id: "7" } }));
        const world = await happen(setup, begin(setup), [
          ...events,
          { type: "policy", deny: [], approve: ["*"], mode: "agent" },
          { type: "batch", calls: asked, retried: false },
          { type: "policy", deny, approve: [], mode: "agent" },
          { type: "answer", answer: "yes" },
          { type: "batch", calls: asked, retried: false },
        ]);
        for (const deed of world.deeds) {
          if (deed.type !== "load" && deed.type !== "call") continue;
          // What the host ran by itself has been run.
          const done = deed.names.filter((name) => !name.startsWith(HOST));
          expect(deniedIn(deed).filter((name) => done.includes(name))).toEqual([]);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("a result is read on only where its tool may be called, by its name of today", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.subarray(["report", "statement"]), async (isRenamed, deny) => {
        const long = (name: string) =>
          aTool(name, {
            lazy: true,
            resultTokens: 200,
            execution: { type: "run", run: () => "word ".repeat(900) },
          });
        const first = talkWith(createRuntime({ tools: [long("report")], strategy: "bridge" }));
        await first.call(calling("tool_call", { name: "report" }));
        const today = isRenamed ? "statement" : "report";
        const lifecycle = isRenamed ? [{ name: "report", replacement: today, state: "hidden" as const }] : [];
        const talk = talkWith(createRuntime({ tools: [long(today)], lifecycle, strategy: "bridge" }), {
          policy: { deny },
        });
        talk.history = first.history;
        const page = { handle: "call-1", page: 2 };
        await talk.call(calling("tool_call", { name: "plimsoll/result", arguments: page }));
        expect(talk.textOf("tool_call").startsWith("word ")).toBe(!deny.includes(today));
      }),
      { numRuns: Math.ceil(NUM_RUNS / 5) },
    );
  });

  test("a server of which nothing may be found is never spoken of, whether it comes, changes or goes", async () => {
    const change = fc.record({ id: fc.constantFrom("secret", "github"), count: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        const runtime = createRuntime({ tools: [aTool("read", { lazy: true })] });
        const policy = { denySources: ["secret"], deny: ["*/hidden"] };
        const listed = new Set<string>();
        const talk = talkWith(runtime, { policy });
        for (const { id, count } of changes) {
          const tools = ["hidden", "open", "close"].slice(0, count).map((name) => aTool(name));
          if (tools.length > 0) runtime.catalog.replace({ id, kind: "mcp" }, { tools });
          else if (listed.has(id)) runtime.catalog.remove(id);
          if (tools.length > 0) listed.add(id);
          else listed.delete(id);
          await talk.call();
          const news = talk.history.findLast((one) => one.role === "user" && one.from === "news");
          const said = news?.role === "user" ? news.text : "";
          expect(said).not.toContain("secret");
          const [, told] = /available now: github \((\d+)\)/.exec(said) ?? [];
          if (told !== undefined && id === "github" && talk.history.at(-2) === news)
            expect(Number(told)).toBe(count - 1);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

describe("law 5: an exact name comes first, at every moment of a conversation", () => {
  test("whatever was loaded, denied or changed, and whatever else is asked", async () => {
    await fc.assert(
      fc.asyncProperty(setups, historyEvents, async (setup, events) => {
        const world = await atSomeMoment(setup, events);
        const isFindable = (name: string): boolean =>
          !deniedIn(world).includes(name) && (name !== "pay" || world.circumstances.mode === "agent");
        const findable = world.runtime.catalog
          .snapshot()
          .entries()
          .filter(({ name }) => isFindable(name));
        for (const { name, wireName } of findable) {
          const query = `search the pages and close what is open with \`${name}\` again`;
          const entries = await stepOf(world).accept({
            calls: [{ id: "1", ...calling("tool_find", { query }) }],
          });
          const result = entries.find(({ role }) => role === "tool");
          const { matches } = Object(result?.role === "tool" ? result.structuredContent : {});
          expect(matches?.[0]?.name).toBe(wireName);
        }
      }),
      { numRuns: Math.ceil(NUM_RUNS / 2) },
    );
  });
});
