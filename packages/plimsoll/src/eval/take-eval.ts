import type { Embedder, SearchIndex, SearchRequest } from "@plimsoll/core/search";
import { buildIndex } from "./build-index.ts";
import type { EvalQuery } from "./eval-query.ts";
import type { EvalCost } from "./eval-report.ts";
import type { EvalSet } from "./eval-set.ts";
import { heldBytes } from "./held-bytes.ts";
import { averageScores, type Scores, scoreRanking } from "./metrics.ts";
import { percentile } from "./percentile.ts";

/** What is measured, and who is told how far it is. */
export interface EvalInput {
  readonly set: EvalSet;
  readonly queries: readonly EvalQuery[];
  readonly embedder?: Embedder;
  /** Told while an embedder reads tools: how many it has read, and how many there are. */
  readonly onVectors?: (done: number, total: number) => void;
  /** Told after every search: how many there have been, and how many there will be. */
  readonly onSearch?: (done: number, total: number) => void;
}

/** What was measured. */
export interface EvalResult {
  readonly scores?: Scores;
  readonly noMatch?: number;
  readonly cost: EvalCost;
}

const RANKED = 100;
const TIMED = 10;
const WARM_UP_QUERIES = 50;
const WEIGHED_DOCUMENTS = 2_000;
const BYTES_PER_MB = 1_000_000;
const EVERYTHING = { permits: () => true };

/**
 * Measures search as a runtime has it, over everything: an index is built (timed), others are weighed and
 * dropped, each query is asked for 100 matches (ranks), and again, after a warm-up, for ten (timed). So a query
 * whose vector an embedder remembers is timed without the making of it.
 */
export async function takeEval(input: EvalInput): Promise<EvalResult> {
  const { set, queries, embedder, onVectors, onSearch } = input;
  const startedAt = performance.now();
  const index = await buildIndex(set.documents, embedder, onVectors);
  const buildMs = performance.now() - startedAt;
  const heapMB = await weigh(set, queries, embedder);
  const total = queries.length * 2;
  const quality = await rankAll(index, set, queries, (done) => onSearch?.(done, total));
  const times = await timeAll(index, queries, (done) => onSearch?.(queries.length + done, total));
  return {
    ...quality,
    cost: { p50ms: percentile(times, 0.5), p95ms: percentile(times, 0.95), buildMs, heapMB },
  };
}

/**
 * What an index holds that has answered once; texts it shares with its documents are not counted. Of few tools,
 * several indexes are weighed, for one would be lost in what else comes and goes.
 */
async function weigh(
  { documents }: EvalSet,
  [query]: readonly EvalQuery[],
  embedder: Embedder | undefined,
): Promise<number> {
  const copies = Math.ceil(WEIGHED_DOCUMENTS / documents.length);
  const before = await heldBytes();
  const indexes: SearchIndex[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const index = await buildIndex(documents, embedder);
    await index.search(toRequest(query?.text ?? "", TIMED));
    indexes.push(index);
  }
  const grown = (await heldBytes()) - before;
  // Counted here, so that none can have been collected before it was weighed.
  return Math.max(0, grown / indexes.length / BYTES_PER_MB);
}

async function rankAll(
  index: SearchIndex,
  { ids }: EvalSet,
  queries: readonly EvalQuery[],
  onSearch: (done: number) => void,
): Promise<Omit<EvalResult, "cost">> {
  const all: Scores[] = [];
  let unanswerable = 0;
  let unanswered = 0;
  for (const [at, { text, gold }] of queries.entries()) {
    const { matches } = await index.search(toRequest(text, RANKED));
    if (gold.size > 0) {
      const ranking = matches.map(({ name }) => ids.get(name));
      all.push(scoreRanking(ranking, gold));
    } else {
      unanswerable += 1;
      if (matches.length === 0) unanswered += 1;
    }
    onSearch(at + 1);
  }
  const scores = averageScores(all);
  return {
    ...(scores === undefined ? {} : { scores }),
    ...(unanswerable === 0 ? {} : { noMatch: (unanswered / unanswerable) * 100 }),
  };
}

async function timeAll(
  index: SearchIndex,
  queries: readonly EvalQuery[],
  onSearch: (done: number) => void,
): Promise<readonly number[]> {
  for (const { text } of queries.slice(0, WARM_UP_QUERIES)) await index.search(toRequest(text, TIMED));
  const times: number[] = [];
  for (const [at, { text }] of queries.entries()) {
    const request = toRequest(text, TIMED);
    const startedAt = performance.now();
    await index.search(request);
    times.push(performance.now() - startedAt);
    onSearch(at + 1);
  }
  return times;
}

function toRequest(text: string, limit: number): SearchRequest {
  return { text, limit, view: EVERYTHING };
}
