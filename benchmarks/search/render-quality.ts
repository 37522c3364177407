import type { QualityFigure } from "./quality.ts";
import { renderTable } from "./table.ts";

const METRICS = ["hit@1", "hit@5", "ndcg@10"] as const;

/** A table for each measure: an engine a line, a set a column, and the mean in which every set counts the same. */
export function renderQuality(title: string, figures: readonly QualityFigure[]): readonly string[] {
  const engines = [...new Set(figures.map(({ engine }) => engine))];
  const sets = [...new Set(figures.map(({ set }) => set))];
  return METRICS.flatMap((metric) => {
    const rows = engines.map((engine) => {
      const own = figures.filter((figure) => figure.engine === engine).map((figure) => figure[metric]);
      const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
      return [engine, ...[...own, mean].map((value) => value.toFixed(1))];
    });
    return [`${title}, ${metric} in percent`, ...renderTable([["", ...sets, "mean"], ...rows]), ""];
  });
}
