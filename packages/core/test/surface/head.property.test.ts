import { createRuntime, PlimsollError, type Step } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { tools } from "../arbitraries.ts";

const META = new Set(["tool_find", "tool_describe", "tool_call"]);
const countTokens = (text: string): number => Math.ceil(text.length / 4);

function stepOrError(options: Parameters<typeof createRuntime>[0]): Step | PlimsollError<"HEAD_OVER_BUDGET"> {
  try {
    return createRuntime(options).step({ history: [], model: "m" });
  } catch (error) {
    if (PlimsollError.is(error, "HEAD_OVER_BUDGET")) return error;
    throw error;
  }
}

describe("law 8: the head's budget", () => {
  test("is kept, or is an error that names what to unpin", () => {
    fc.assert(
      fc.property(tools, fc.nat(1_000), fc.boolean(), (listed, headTokens, pinAll) => {
        const pins = pinAll ? ["*"] : [];
        const step = stepOrError({ tools: listed, pins, budget: { headTokens }, countTokens });
        if (step instanceof PlimsollError) {
          expect(step.data.tokens).toBeGreaterThan(headTokens);
          expect(step.data.tools.length).toBeGreaterThan(0);
          return;
        }
        const own = step.tools.filter(({ name }) => !META.has(name));
        const tokens = own.reduce((sum, definition) => sum + countTokens(canonicalJson(definition)), 0);
        expect(tokens).toBeLessThanOrEqual(headTokens);
      }),
      { numRuns: 300 },
    );
  });

  test("takes all other code tools or none, never some of them", () => {
    fc.assert(
      fc.property(tools, fc.nat(1_000), (listed, headTokens) => {
        const step = stepOrError({ tools: listed, budget: { headTokens }, countTokens });
        if (step instanceof PlimsollError) return;
        const shown = new Set(step.tools.map(({ name }) => name));
        const { entries } = createRuntime({ tools: listed }).catalog.snapshot();
        const eager = entries().filter(({ lazy, tool }) => !lazy && tool.behavioural !== true);
        const count = eager.filter(({ wireName }) => shown.has(wireName)).length;
        expect([0, eager.length]).toContain(count);
      }),
    );
  });
});
