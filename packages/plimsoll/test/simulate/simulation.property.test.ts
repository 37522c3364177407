import type { Message } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SimulatedStrategy, SimulationReport } from "../../src/simulate/simulation-report.ts";
import { STRATEGY_PLANS } from "../../src/simulate/strategy-plan.ts";
import { takeSimulation } from "../../src/simulate/take-simulation.ts";
import { subjectOf, tool } from "./subjects.ts";

const SERVERS = {
  calendar: [tool("create_event"), tool("list_events")],
  github: [tool("create_issue"), tool("read_issue"), tool("close_issue")],
  mail: [tool("send_mail")],
};
const NAMES = Object.entries(SERVERS).flatMap(([id, tools]) => tools.map(({ name }) => `${id}__${name}`));

/** Batches of calls, with words between them now and then. */
const conversation: fc.Arbitrary<Message[]> = fc
  .array(
    fc.record({
      asked: fc.boolean(),
      called: fc.array(fc.constantFrom(...NAMES, "nobody_knows"), { maxLength: 4 }),
      words: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((steps) =>
    steps.flatMap(({ asked, called, words }, step): Message[] => {
      const calls = called.map((name, at) => ({ id: `${step}-${at}`, name, arguments: { title: "x" } }));
      return [
        ...(asked || step === 0 ? [{ role: "user" as const, text: `question ${step}` }] : []),
        { role: "assistant", text: `reply ${step}`, calls },
        ...calls.map(({ id, name }) => ({
          role: "tool" as const,
          callId: id,
          name,
          content: [{ type: "text" as const, text: `${id} ${"word ".repeat(words)}` }],
        })),
      ];
    }),
  );

// Of the minimum of 512, the instructions and any three definitions are more.
const MODELS = ["claude-opus-5", "gpt-6.1-sol", "deepseek-v4-pro", "gemini-3-pro-preview", "somebodys-model"];

function under(report: SimulationReport, name: string): SimulatedStrategy {
  const found = report.strategies.find(({ strategy }) => strategy === name);
  if (found === undefined) throw new Error(`${name} was not simulated`);
  return found;
}

/** How many batches call a known tool that no earlier one did. */
function countFirstUses(messages: readonly Message[]): number {
  const seen = new Set<string>();
  const batches = messages.flatMap((message) => (message.role === "assistant" ? [message.calls] : []));
  return batches.filter((calls) => {
    const fresh = calls.filter(({ name }) => name !== "nobody_knows" && !seen.has(name));
    for (const { name } of fresh) seen.add(name);
    return fresh.length > 0;
  }).length;
}

describe("whatever was recorded", () => {
  it("input is what is cached and what is not, and sums are sums", async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.constantFrom(...MODELS), async (messages, model) => {
        const report = await takeSimulation(subjectOf(SERVERS, messages, { model }));
        for (const { requests, ...total } of report.strategies) {
          for (const { input, cached, uncached, written } of requests) {
            expect(input).toBe(cached + uncached);
            expect(Math.min(cached, uncached, written, uncached - written)).toBeGreaterThanOrEqual(0);
          }
          for (const key of ["input", "cached", "uncached", "written", "output"] as const) {
            expect(total[key]).toBe(requests.reduce((sum, request) => sum + request[key], 0));
          }
          expect(total.steps - total.extraSteps).toBe(report.transcripts[0]?.steps);
          expect(total.share).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("only append and editing in place ever lose a prefix", async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const report = await takeSimulation(subjectOf(SERVERS, messages));
        for (const name of ["all", "bridge", "native", "transcript"]) {
          under(report, name).requests.forEach(({ cached, uncached, input }, at, all) => {
            const before = all[at - 1]?.input ?? 0;
            expect(cached).toBe(before);
            expect(uncached).toBe(input - before);
          });
        }
        const lost = under(report, "append").requests.filter(
          ({ cached }, at, all) => cached < (all[at - 1]?.input ?? 0),
        );
        const loads = under(report, "append").requests.filter(({ kind }) => kind === "load");
        expect(lost.length).toBe(loads.length);
        expect(under(report, "edit-in-place").cached).toBeLessThanOrEqual(under(report, "append").cached);
      }),
      { numRuns: 30 },
    );
  });

  it("a tool is looked for once, and all of a batch together", async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const report = await takeSimulation(subjectOf(SERVERS, messages));
        const expected = countFirstUses(messages);
        for (const { name, extraSteps } of STRATEGY_PLANS) {
          const { extraSteps: taken } = under(report, name);
          // What a search reveals beside need not be looked for.
          if (name === "native") expect(taken).toBeLessThanOrEqual(expected);
          else expect(taken).toBe(expected * extraSteps.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
