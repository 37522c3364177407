import { toCount } from "../cli/output.ts";
import { toPercent } from "./render-percent.ts";
import { renderTable } from "./render-table.ts";
import type { StatsReport, StrategyStats } from "./stats-report.ts";

/** A line a strategy, the one that is chosen marked; then why others are refused. */
export function renderStrategies({ strategies, strategy: chosen }: StatsReport): string[] {
  const rows = strategies.map((row) => [
    row.strategy,
    ...toCells(row),
    row.strategy === chosen ? "chosen" : "",
  ]);
  return [
    ...renderTable(
      [["strategy", "tools", "array", "prompt", "tokens", "window", "saved", "", ""], ...rows],
      ["left", "right", "right", "right", "right", "right", "right", "right", "left"],
    ),
    ...strategies.flatMap((row) => ("refused" in row ? [`  ${row.refused}`] : [])),
  ];
}

function toCells(row: StrategyStats): string[] {
  if ("refused" in row) return Array.from({ length: 7 }, () => "-");
  const counts = [row.tools, row.arrayTokens, row.promptTokens, row.tokens].map(toCount);
  return [...counts, toPercent(row.share), toCount(row.savedTokens), toPercent(row.savedShare)];
}
