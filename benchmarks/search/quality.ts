import { averageScores, type Scores, scoreRanking } from "../../packages/plimsoll/src/eval/metrics.ts";
import type { LabelledQuery, LabelledSet } from "../datasets.ts";
import type { Engine, Searcher } from "./engines/engine.ts";
import { tellProgress } from "./progress.ts";
import { type SearchTool, toSearchTool } from "./search-tool.ts";
import { sample } from "./shuffle.ts";

/** How well one engine ranks the tools of one set. */
export interface QualityFigure {
  readonly set: string;
  readonly engine: string;
  readonly tools: number;
  readonly queries: number;
  readonly "hit@1": number;
  readonly "hit@5": number;
  readonly "ndcg@10": number;
}

/** What the tools of a set are hidden among, and how many of its queries are asked then. */
export interface QualityOptions {
  readonly distractors: readonly SearchTool[];
  readonly mostQueries: number;
}

/** NDCG looks at ten places, and nothing here at more. */
const LIMIT = 10;

/** Asks every engine the queries of every set. */
export async function measureQuality(
  sets: readonly LabelledSet[],
  engines: readonly Engine[],
  { distractors, mostQueries }: QualityOptions,
): Promise<readonly QualityFigure[]> {
  const figures: QualityFigure[] = [];
  for (const set of sets) {
    const tools = [...set.tools.map((row) => toSearchTool(row, set.name)), ...distractors];
    const queries = sample(set.queries, mostQueries);
    for (const engine of engines) {
      tellProgress(`quality: ${set.name}, ${tools.length} tools, ${queries.length} queries, ${engine.name}`);
      const scores = await ask(await engine.build(tools), queries);
      figures.push({
        set: set.name,
        engine: engine.name,
        tools: tools.length,
        queries: queries.length,
        "hit@1": scores["hit@1"],
        "hit@5": scores["hit@5"],
        "ndcg@10": scores["ndcg@10"],
      });
    }
  }
  return figures;
}

async function ask(searcher: Searcher, queries: readonly LabelledQuery[]): Promise<Scores> {
  const all: Scores[] = [];
  for (const { query, gold } of queries) {
    if (gold.length === 0) continue;
    all.push(scoreRanking(await searcher.search(query, LIMIT), new Set(gold)));
  }
  const scores = averageScores(all);
  if (scores === undefined) throw new Error("A set has no query with an answer. Look at its queries.jsonl.");
  return scores;
}
