import {
  askPolicy,
  createRuntime,
  derive,
  type Message,
  type Policy,
  type Tool,
  toSummary,
  toSurfaceBytes,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { info } from "../../src/dialects/info/info.ts";
import { retirements, tools } from "../arbitraries.ts";
import { type Event, events, type Played, play } from "../runtime/conversation.ts";
import { enterWorktree } from "./worktree.ts";

const model = "deepseek-v4";
const scenario = tools
  .map((listed): Tool[] => [...listed.filter(({ name }) => name !== enterWorktree.name), enterWorktree])
  .chain((listed) => {
    const names = listed.map(({ name }) => name);
    return retirements(names).chain((lifecycle) =>
      events([...names, ...lifecycle.map(({ name }) => name)], tools).map((script) => ({
        listed,
        lifecycle,
        script: script.map(toInfo),
      })),
    );
  });

/** The same conversation, with questions in the words of this dialect. */
function toInfo(event: Event): Event {
  if (event.type !== "reply") return event;
  const calls = event.calls.map((call) => {
    const { names } = (call.arguments ?? {}) as { readonly names?: readonly string[] };
    return names === undefined ? call : { name: "tool_info", arguments: { name: names[0] ?? "" } };
  });
  return { ...event, calls };
}

/** The deferred tools that a model believes in: the opening record's, and what was told and loaded since. */
function believedIn(history: readonly Message[], { runtime }: Played): string[] {
  const { opening, cards, loaded } = derive(history, runtime.catalog.snapshot());
  const believed = new Set<string>([...(opening?.cards ?? []), ...loaded.map(({ name }) => name)]);
  for (const { name, isThere } of cards) isThere ? believed.add(name) : believed.delete(name);
  return [...believed].sort();
}

/** The deferred tools there are, worked out from the catalog and the policy alone. */
function availableIn(
  history: readonly Message[],
  { runtime, circumstances: { policy, mode } }: Played,
): string[] {
  const opening = history.find((entry) => entry.role === "opening");
  const head = new Set(opening?.tools.map(({ name }) => name));
  const policies = policy === undefined ? [] : [policy].flat();
  return runtime.catalog
    .snapshot()
    .entries()
    .filter((entry) => !head.has(entry.wireName) && askPolicy(policies, entry, { model, mode }).see)
    .map(({ name }) => name)
    .sort();
}

describe("info, over random conversations", () => {
  test.each(["append", "bridge"] as const)(
    "law 2: what a step was given, the next one is given too, to the byte, and only more behind it (%s)",
    async (strategy) => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
          const { steps } = await play(listed, lifecycle, script, strategy, { dialect: info() });
          const bytes = steps.map(toSurfaceBytes);
          for (const [at, later] of bytes.entries()) {
            const earlier = bytes[at - 1];
            if (earlier === undefined) continue;
            expect(later.tools.startsWith(earlier.tools)).toBe(true);
            expect(later.prompt).toBe(earlier.prompt);
            expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
            expect([steps[at]?.repinned, steps[at]?.tokens.lost]).toEqual([undefined, 0]);
          }
        }),
        { numRuns: 150 },
      );
    },
  );

  test("what a model was told of deferred tools is what there is, is told once, and outlives a compaction", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
        const played = await play(listed, lifecycle, script, "append", { dialect: info() });
        const { runtime, circumstances, steps } = played;
        const entries = (await steps.at(-1)?.accept({ calls: [] })) ?? [];
        const history = [...played.history, ...entries];
        expect(believedIn(history, played)).toEqual(availableIn(history, played));
        const next = runtime.step({ history, model, ...circumstances });
        expect(next.messages).toHaveLength((steps.at(-1)?.messages.length ?? 0) + 1);
        const compacted = runtime.step({ history: [toSummary(history, "…")], model, ...circumstances });
        expect(compacted.messages).toHaveLength(1);
        expect(toSurfaceBytes(compacted).tools).toBe(toSurfaceBytes(next).tools);
      }),
      { numRuns: 150 },
    );
  });

  test("law 4: a denied tool is to every question as if it had never been", async () => {
    const denials = tools.chain((listed) => {
      const plain = listed.filter(({ name }) => !name.includes("*"));
      const names = plain.map(({ name }) => name);
      return fc.record({ listed: fc.constant(plain), deny: fc.subarray(names) });
    });
    await fc.assert(
      fc.asyncProperty(denials, async ({ listed, deny }) => {
        const calls = listed.flatMap(({ name }, at) => [
          { id: `i${at}`, name: "tool_info", arguments: { name } },
          { id: `c${at}`, name, arguments: {} },
        ]);
        const answer = async (permitted: readonly Tool[], policy: Policy) => {
          const runtime = createRuntime({ dialect: info(), tools: permitted, policy });
          const history = await runtime.step({ history: [], model }).accept({ calls });
          return toSurfaceBytes(runtime.step({ history, model }));
        };
        const without = listed.filter(({ name }) => !deny.includes(name));
        expect(await answer(listed, { deny })).toEqual(await answer(without, {}));
      }),
      { numRuns: 150 },
    );
  });

  test("with live cards, one definition changes from step to step, and nothing else does", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
        const { steps } = await play(listed, lifecycle, script, "append", {
          dialect: info({ liveCards: true }),
        });
        const others = steps.map((step) =>
          toSurfaceBytes({ ...step, tools: step.tools.filter(({ name }) => name !== "tool_info") }),
        );
        const carriers = steps.map(
          (step) => step.tools.find(({ name }) => name === "tool_info")?.description,
        );
        for (const [at, later] of others.entries()) {
          const earlier = others[at - 1];
          if (earlier === undefined) continue;
          expect(later.tools.startsWith(earlier.tools)).toBe(true);
          expect(later.prompt).toBe(earlier.prompt);
          expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
          expect((steps[at]?.tokens.lost ?? 0) > 0).toBe(carriers[at] !== carriers[at - 1]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
