import { percentile } from "../../packages/plimsoll/src/eval/percentile.ts";
import type { Engine, Searcher } from "./engines/engine.ts";
import { tellProgress } from "./progress.ts";
import type { SearchTool } from "./search-tool.ts";
import type { Runner } from "./time-in-turn.ts";

/** An engine's last build, and the median time of its builds. */
export interface Build {
  readonly runner: Runner;
  /** How many tools it was given. */
  readonly size: number;
  readonly builds: number;
  readonly milliseconds: number;
}

const ROUNDS = 5;

/** An engine that has spent this long is not asked to build again. */
const BUDGET_MS = 4_000;

/** Builds every engine's index in turn, and again as long as that is cheap. */
export async function buildInTurn(
  engines: readonly Engine[],
  tools: readonly SearchTool[],
): Promise<readonly Build[]> {
  const taken = new Map<string, number[]>();
  const searchers = new Map<string, Searcher>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, build } of engines) {
      const times = taken.get(name) ?? [];
      if (times.reduce((sum, time) => sum + time, 0) > BUDGET_MS) continue;
      searchers.delete(name);
      tellProgress(`speed: ${tools.length} tools, ${name} builds`);
      const start = performance.now();
      searchers.set(name, await build(tools));
      taken.set(name, [...times, performance.now() - start]);
    }
  }
  return engines.flatMap(({ name }) => {
    const searcher = searchers.get(name);
    const times = taken.get(name) ?? [];
    if (searcher === undefined) return [];
    const milliseconds = percentile(times, 0.5);
    return [
      { runner: { name, search: searcher.search }, size: tools.length, builds: times.length, milliseconds },
    ];
  });
}
