import { createRuntime, type Step, type StrategyName } from "@plimsoll/core";
import { copyInto } from "./copy-catalog.ts";
import type { StatsSubject } from "./stats-subject.ts";

/** Opens a conversation over the same tools under a strategy of one's choice. */
export function takeFirstStepUnder(strategy: StrategyName, { runtime, model, counter }: StatsSubject): Step {
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
  return other.step({ history: [], model });
}
