import { compareText } from "../internal/compare.ts";
import type { SourceStats, ToolStats } from "./stats-report.ts";

/** What sources can be sorted by: weight, name, or number of tools. */
export type SortOrder = "tokens" | "name" | "tools";

/** Sorts sources, the largest first; among equals, and on request, by name. */
export function sortSources(sources: readonly SourceStats[], order: SortOrder): SourceStats[] {
  const byName = (a: SourceStats, b: SourceStats): number => compareText(a.id, b.id);
  if (order === "name") return [...sources].sort(byName);
  return [...sources].sort((a, b) => b[order] - a[order] || byName(a, b));
}

/** Sorts tools, the heaviest first; among equals by name. */
export function sortTools(tools: readonly ToolStats[]): ToolStats[] {
  return [...tools].sort((a, b) => b.tokens - a.tokens || compareText(a.name, b.name));
}
