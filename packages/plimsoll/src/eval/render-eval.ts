import { toCount, toCountOf } from "../cli/output.ts";
import { renderTable } from "../stats/render-table.ts";
import type { EvalReport } from "./eval-report.ts";
import { METRICS } from "./metrics.ts";

type Columns = readonly (readonly [head: string, value: string])[];

/** Says how good and how quick search is, line by line, for people. */
export function renderEval(report: EvalReport): string[] {
  return [
    renderSubject(report),
    "",
    ...renderColumns(toQuality(report)),
    "",
    ...renderColumns(toCost(report)),
    "",
    ...renderMeaning(report),
    ...renderUnknown(report),
  ];
}

function renderSubject({ set, embedder, tools, extra, queries }: EvalReport): string {
  const others = extra === 0 ? "" : ` among ${toCountOf(extra, "distractor")}`;
  return `${set}: ${toCount(queries)} ${queries === 1 ? "query" : "queries"} for ${toCountOf(tools, "tool")}${others}, embedder ${embedder}.`;
}

function toQuality({ scores, noMatch }: EvalReport): Columns {
  const measured = METRICS.map((metric) => [metric, scores?.[metric].toFixed(1) ?? "–"] as const);
  return noMatch === undefined ? measured : [...measured, ["no-match", noMatch.toFixed(1)]];
}

function toCost({ cost: { p50ms, p95ms, buildMs, heapMB } }: EvalReport): Columns {
  return [
    ["p50 ms", p50ms.toFixed(3)],
    ["p95 ms", p95ms.toFixed(3)],
    ["build ms", buildMs.toFixed(1)],
    ["heap MB", heapMB.toFixed(2)],
  ];
}

function renderMeaning({ embedder, noMatch }: EvalReport): string[] {
  const empty = noMatch === undefined ? "" : "; no-match: how many of the others got no match";
  const build = embedder === "none" ? "indexing alone" : "indexing with vectors";
  const cached = embedder === "minilm" ? ["Vectors that were in the cache took the model no time."] : [];
  return [
    `Quality in percent, the mean over queries with gold, mrr within 100 ranks${empty}.`,
    `Time of a query for ten matches, warm; build: ${build}; heap: what the index holds.`,
    ...cached,
  ];
}

function renderUnknown({ unknownGold: { ids, queries, example } }: EvalReport): string[] {
  if (example === undefined) return [];
  const which =
    ids === 1 ? JSON.stringify(example) : `${toCount(ids)} ids, ${JSON.stringify(example)} among them,`;
  const where = `in the gold of ${toCount(queries)} ${queries === 1 ? "query" : "queries"}`;
  return [`No tool has ${which} ${where}: such a query counts as not fully answered.`];
}

function renderColumns(columns: Columns): string[] {
  return renderTable(
    [columns.map(([head]) => head), columns.map(([, value]) => value)],
    columns.map(() => "right"),
  );
}
