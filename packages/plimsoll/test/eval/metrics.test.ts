import { describe, expect, it } from "vitest";
import { averageScores, scoreRanking } from "../../src/eval/metrics.ts";

const rounded = (scores: Readonly<Record<string, number>> | undefined) =>
  scores &&
  Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, Number(value.toFixed(2))]));

/** A ranking of strangers with these ids at these ranks. */
function ranking(length: number, ids: Readonly<Record<number, string>>): (string | undefined)[] {
  return Array.from({ length }, (_, at) => ids[at + 1] ?? `other-${at}`);
}

describe("the scores of one ranking", () => {
  it("are worked out from where gold comes: ranks 2, 4 and 12 of three", () => {
    const scores = scoreRanking(ranking(100, { 2: "a", 4: "b", 12: "c" }), new Set(["a", "b", "c"]));
    // 1/log2(3) + 1/log2(5) = 0.6309 + 0.4307; ideal 1 + 0.6309 + 0.5 = 2.1309; 1.0616 / 2.1309.
    expect(rounded(scores)).toEqual({
      "hit@1": 0,
      "hit@3": 100,
      "hit@5": 100,
      "recall@5": 66.67,
      "recall@10": 66.67,
      mrr: 50,
      "ndcg@10": 49.82,
    });
  });

  it("tell the ranks of each measure apart", () => {
    const at = (rank: number) => scoreRanking(ranking(100, { [rank]: "a" }), new Set(["a"]));
    const named = (rank: number) =>
      Object.entries(at(rank)).flatMap(([name, value]) => (value === 100 ? [name] : []));
    expect(named(1)).toEqual(["hit@1", "hit@3", "hit@5", "recall@5", "recall@10", "mrr", "ndcg@10"]);
    expect(named(2)).toEqual(["hit@3", "hit@5", "recall@5", "recall@10"]);
    expect(named(4)).toEqual(["hit@5", "recall@5", "recall@10"]);
    expect(named(6)).toEqual(["recall@10"]);
    expect(named(11)).toEqual([]);
  });

  it("keep the reciprocal rank beyond the tenth, where the others end", () => {
    expect(scoreRanking(ranking(100, { 50: "a" }), new Set(["a"]))).toMatchObject({
      mrr: 2,
      "recall@10": 0,
      "ndcg@10": 0,
    });
  });

  it("count gold that never comes against the ideal, and the ideal has ten ranks at most", () => {
    const two = scoreRanking(["a"], new Set(["a", "nowhere"]));
    // 1 / (1 + 0.6309)
    expect(rounded(two)).toMatchObject({ "hit@1": 100, "recall@5": 50, mrr: 100, "ndcg@10": 61.31 });
    const ids = Array.from({ length: 20 }, (_, at) => `id-${at}`);
    expect(rounded(scoreRanking(ids, new Set(ids)))).toMatchObject({
      "recall@5": 25,
      "recall@10": 50,
      "ndcg@10": 100,
    });
  });

  it("give a distractor a rank, and an id that comes again nothing more", () => {
    const scores = scoreRanking([undefined, "a", "a", "b"], new Set(["a", "b"]));
    // 1/log2(3) + 1/log2(5) = 1.0616, of 1.6309.
    expect(rounded(scores)).toMatchObject({ "hit@1": 0, "recall@5": 100, mrr: 50, "ndcg@10": 65.09 });
  });

  it("are all nothing where nothing was found", () => {
    expect(new Set(Object.values(scoreRanking([], new Set(["a"]))))).toEqual(new Set([0]));
  });
});

it("the mean counts each query the same, however much gold it has", () => {
  const one = scoreRanking(["a"], new Set(["a"]));
  const none = scoreRanking(["x"], new Set(["a", "b", "c"]));
  expect(averageScores([one, none, none, none])).toEqual({
    "hit@1": 25,
    "hit@3": 25,
    "hit@5": 25,
    "recall@5": 25,
    "recall@10": 25,
    mrr: 25,
    "ndcg@10": 25,
  });
  expect(averageScores([])).toBeUndefined();
});
