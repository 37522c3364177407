/** The measures of a ranking, in the order they are shown. */
export const METRICS = ["hit@1", "hit@3", "hit@5", "recall@5", "recall@10", "mrr", "ndcg@10"] as const;

/** One of the measures. */
export type Metric = (typeof METRICS)[number];

/** Every measure, in percent. */
export type Scores = Readonly<Record<Metric, number>>;

/** The ids of what was found, best first. */
export type Ranking = readonly (string | undefined)[];

const NDCG_RANKS = 10;

/**
 * Measures one ranking against the ids that answer its query; there is at least one. A distractor has a rank and
 * no id.
 *
 * An id that comes twice in the ranking counts where it comes first, and takes up a rank where it comes again.
 * One that never comes, and could not, is still part of what an ideal ranking has.
 */
export function scoreRanking(ranking: Ranking, gold: ReadonlySet<string>): Scores {
  const ranks = goldRanks(ranking, gold);
  const within = (most: number): number => ranks.filter((rank) => rank <= most).length;
  const hit = (most: number): number => (within(most) > 0 ? 100 : 0);
  const recall = (most: number): number => (within(most) / gold.size) * 100;
  const [first] = ranks;
  return {
    "hit@1": hit(1),
    "hit@3": hit(3),
    "hit@5": hit(5),
    "recall@5": recall(5),
    "recall@10": recall(10),
    mrr: first === undefined ? 0 : 100 / first,
    "ndcg@10": ndcg(ranks, gold.size),
  };
}

/** The mean of each measure, each query counting the same; nothing where there is no query. */
export function averageScores(all: readonly Scores[]): Scores | undefined {
  if (all.length === 0) return undefined;
  const mean = (metric: Metric): number => all.reduce((sum, scores) => sum + scores[metric], 0) / all.length;
  return {
    "hit@1": mean("hit@1"),
    "hit@3": mean("hit@3"),
    "hit@5": mean("hit@5"),
    "recall@5": mean("recall@5"),
    "recall@10": mean("recall@10"),
    mrr: mean("mrr"),
    "ndcg@10": mean("ndcg@10"),
  };
}

/** Where each id of gold first comes, counted from 1, ascending. */
function goldRanks(ranking: Ranking, gold: ReadonlySet<string>): readonly number[] {
  const ranks = new Map<string, number>();
  for (const [at, id] of ranking.entries()) {
    if (id !== undefined && gold.has(id) && !ranks.has(id)) ranks.set(id, at + 1);
  }
  return [...ranks.values()];
}

/**
 * Binary NDCG: each id of gold gains 1, divided by log2(rank + 1), as a share of what is gained by having them
 * all at the top. With one of two at rank 1: 1 / (1 + 1 / log2 3) = 61.3 %.
 */
function ndcg(ranks: readonly number[], golds: number): number {
  const gain = (rank: number): number => 1 / Math.log2(rank + 1);
  const gained = ranks.filter((rank) => rank <= NDCG_RANKS).reduce((sum, rank) => sum + gain(rank), 0);
  const ideal = Array.from({ length: Math.min(NDCG_RANKS, golds) }, (_, at) => gain(at + 1));
  return (gained / ideal.reduce((sum, one) => sum + one, 0)) * 100;
}
