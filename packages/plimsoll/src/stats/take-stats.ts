import { accountFor, capabilitiesOf } from "@plimsoll/core";
import { toRetiredNames } from "./retired-names.ts";
import { type SortOrder, sortSources, sortTools } from "./sort-order.ts";
import { toSourceStats, toToolCounts } from "./source-stats.ts";
import type { StatsReport } from "./stats-report.ts";
import type { StatsSubject } from "./stats-subject.ts";
import { toStrategyStats } from "./strategy-stats.ts";
import { toToolStats } from "./tool-stats.ts";
import { sumTokens, toWeight } from "./weigh.ts";

const ANY_MODEL = "*";

/** Takes stock of a catalog: what each tool and source takes of a model's window, and what strategies save. */
export function takeStats(subject: StatsSubject, order: SortOrder = "tokens"): StatsReport {
  const { runtime, setAside, model, counter } = subject;
  const snapshot = runtime.catalog.snapshot();
  const { contextWindow, pattern } = capabilitiesOf(model);
  const first = runtime.step({ history: [], model });
  const retired = toRetiredNames(snapshot);
  const tools = sortTools(toToolStats(snapshot, { counter, contextWindow, first, retired }));
  const sources = sortSources(toSourceStats(snapshot, tools, setAside, contextWindow), order);
  return {
    model,
    isKnownModel: pattern !== ANY_MODEL,
    contextWindow,
    counter: counter.name,
    strategy: first.strategy,
    total: {
      sources: sources.length,
      ...toWeight(sumTokens(tools), contextWindow),
      ...toToolCounts(tools, setAside.length),
      retired: retired.length,
    },
    sources,
    tools,
    strategies: toStrategyStats(subject, first, contextWindow),
    rendered: {
      everyTool: accountFor(
        model,
        snapshot.entries().map(({ definition }) => definition),
        counter.count,
      ),
      firstStep: accountFor(model, first.tools, counter.count),
    },
    retired,
    setAside,
  };
}
