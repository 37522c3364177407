import type { LabelledSet } from "../datasets.ts";
import type { Engine } from "./engines/engine.ts";
import { tellProgress } from "./progress.ts";
import { type SearchTool, toSearchTool } from "./search-tool.ts";
import { sample } from "./shuffle.ts";
import { toQueryTime } from "./speed.ts";
import { kindOf, type QueryKind } from "./speed-queries.ts";
import { timeInTurn } from "./time-in-turn.ts";

/** The median time of one query of a set among other tools, in microseconds, beside the reference. */
export interface SetSpeed {
  readonly set: string;
  readonly kind: QueryKind;
  readonly tools: number;
  readonly queries: number;
  readonly subject: number;
  readonly reference: number;
  readonly timesFaster: number;
}

const TOOLS = 16_000;
const QUERIES = 60;

/** Times two engines over the queries of every set, its tools filled up with others to one size. */
export async function measureSetSpeed(
  sets: readonly LabelledSet[],
  others: readonly SearchTool[],
  subject: Engine,
  reference: Engine,
): Promise<readonly SetSpeed[]> {
  const figures: SetSpeed[] = [];
  for (const set of sets) {
    const own = set.tools.map((row) => toSearchTool(row, set.name));
    const tools = [...own, ...others].slice(0, TOOLS);
    tellProgress(`sets: ${set.name} among ${tools.length} tools`);
    const runners = [
      { name: subject.name, ...(await subject.build(tools)) },
      { name: reference.name, ...(await reference.build(tools)) },
    ];
    for (const [kind, all] of groupByKind(set)) {
      const queries = sample(all, QUERIES);
      const times = await timeInTurn(runners, queries, QUERIES);
      const { queries: asked, median, timesFaster } = toQueryTime(times, subject.name, reference.name);
      figures.push({
        set: kind === undefined ? set.name : `${set.name}, ${kind}`,
        kind: kindOf(queries),
        tools: tools.length,
        queries: asked,
        subject: median,
        reference: toQueryTime(times, reference.name, reference.name).median,
        timesFaster,
      });
    }
  }
  return figures;
}

/** One set holds utterances and keywords: they are told apart. */
function groupByKind({ queries }: LabelledSet): ReadonlyMap<string | undefined, readonly string[]> {
  const groups = new Map<string | undefined, string[]>();
  for (const { query, kind } of queries) groups.set(kind, [...(groups.get(kind) ?? []), query]);
  return groups;
}
