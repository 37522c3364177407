import { PlimsollError, type Step, type StrategyName } from "@plimsoll/core";
import { takeFirstStepUnder } from "./first-step.ts";
import type { StrategyStats } from "./stats-report.ts";
import type { StatsSubject } from "./stats-subject.ts";
import { toShare, toWeight } from "./weigh.ts";

/** The strategies that this version can open a conversation under. */
const STRATEGIES: readonly StrategyName[] = ["all", "bridge", "append"];

/** What each strategy makes of the same tools; the step that was taken already is not taken again. */
export function toStrategyStats(subject: StatsSubject, taken: Step, contextWindow: number): StrategyStats[] {
  return STRATEGIES.map((strategy) => {
    try {
      const first = strategy === taken.strategy ? taken : takeFirstStepUnder(strategy, subject);
      return measure(first, subject, contextWindow);
    } catch (error) {
      // A model that binds its thinking to the array cannot be answered under every strategy.
      if (PlimsollError.is(error, "STRATEGY_UNAVAILABLE")) return { strategy, refused: error.message };
      throw error;
    }
  });
}

function measure(
  { strategy, tools, prompt, tokens }: Step,
  { counter }: StatsSubject,
  contextWindow: number,
): StrategyStats {
  const { head, allEager } = tokens;
  const promptTokens = counter.count(prompt);
  return {
    strategy,
    tools: tools.length,
    arrayTokens: head - promptTokens,
    promptTokens,
    ...toWeight(head, contextWindow),
    savedTokens: allEager - head,
    savedShare: toShare(allEager - head, allEager),
  };
}
