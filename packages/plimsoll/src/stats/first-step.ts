import { createRuntime, type Runtime, type Step, type StrategyName } from "@plimsoll/core";
import { copyInto } from "./copy-catalog.ts";
import type { StatsSubject } from "./stats-subject.ts";

/** The first step of a conversation, and the strategy it was opened under. */
export interface FirstStep {
  readonly strategy: StrategyName;
  readonly step: Step;
}

/** Opens a conversation as the runtime would. */
export async function takeFirstStep(runtime: Runtime, model: string): Promise<FirstStep> {
  const step = runtime.step({ history: [], model });
  // A reply without calls runs nothing; the opening record that comes with it says what was decided.
  const [opening] = await step.accept({ calls: [] });
  if (opening?.role !== "opening") throw new TypeError("A first step has no opening record.");
  return { strategy: opening.strategy, step };
}

/** Opens a conversation over the same tools under a strategy of one's choice. */
export function takeFirstStepUnder(
  strategy: StrategyName,
  { runtime, model, counter }: StatsSubject,
): FirstStep {
  const snapshot = runtime.catalog.snapshot();
  // The tools have had their manifest laid over them; only what became of old names is not part of them.
  const { rows, version } = snapshot.lifecycle;
  const other = createRuntime({
    strategy,
    lifecycle: rows,
    countTokens: counter.count,
    ...(version === undefined ? {} : { version }),
  });
  copyInto(other.catalog, snapshot);
  return { strategy, step: other.step({ history: [], model }) };
}
