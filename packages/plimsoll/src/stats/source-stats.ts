import type { CatalogSnapshot, SetAside } from "@plimsoll/core";
import { groupBy } from "../internal/group-by.ts";
import type { SourceStats, ToolCounts, ToolStats } from "./stats-report.ts";
import { sumTokens, toWeight } from "./weigh.ts";

/** Adds the tools of each source up; sources that offer nothing are there too, with nothing. */
export function toSourceStats(
  { sources }: CatalogSnapshot,
  tools: readonly ToolStats[],
  setAside: readonly SetAside[],
  contextWindow: number,
): SourceStats[] {
  const toolsOf = groupBy(tools, ({ source }) => source);
  const setAsideOf = groupBy(setAside, ({ source }) => source);
  return (
    sources
      // Every runtime has a source for tools of code, and a command line has no such tools.
      .filter(({ kind }) => kind !== "code")
      .map(({ id, kind }) => {
        const own = toolsOf.get(id) ?? [];
        return {
          id,
          kind,
          ...toWeight(sumTokens(own), contextWindow),
          ...toToolCounts(own, setAsideOf.get(id)?.length ?? 0),
        };
      })
  );
}

/** Counts tools by how the first step has them and by what the lifecycle says of them. */
export function toToolCounts(tools: readonly ToolStats[], setAside: number): ToolCounts {
  const count = (test: (tool: ToolStats) => boolean): number => tools.filter(test).length;
  const inHead = count(({ exposure }) => exposure === "head");
  return {
    tools: tools.length,
    inHead,
    deferred: tools.length - inHead,
    states: {
      active: count(({ state }) => state === "active"),
      deferred: count(({ state }) => state === "deferred"),
    },
    retired: tools.reduce((sum, { retiredNames = [] }) => sum + retiredNames.length, 0),
    setAside,
  };
}
