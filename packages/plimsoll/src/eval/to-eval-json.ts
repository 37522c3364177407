import type { EvalReport } from "./eval-report.ts";
import { METRICS } from "./metrics.ts";

/** A report as one flat object for programs: percentages to two places, times to a microsecond. */
export function toEvalJson(report: EvalReport): Readonly<Record<string, string | number | null>> {
  const { set, embedder, tools, extra, queries, scores, noMatch, unknownGold, badRows, cost } = report;
  const measured = METRICS.map((metric) => [metric, scores === undefined ? null : round(scores[metric], 2)]);
  return {
    set,
    embedder,
    tools,
    extra,
    queries,
    ...Object.fromEntries(measured),
    ...(noMatch === undefined ? {} : { "no-match": round(noMatch, 2) }),
    p50ms: round(cost.p50ms, 3),
    p95ms: round(cost.p95ms, 3),
    buildMs: round(cost.buildMs, 3),
    heapMB: round(cost.heapMB, 3),
    unknownGold: unknownGold.ids,
    badRows,
  };
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
