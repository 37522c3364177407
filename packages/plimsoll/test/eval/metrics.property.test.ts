import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METRICS, scoreRanking } from "../../src/eval/metrics.ts";
import { percentile } from "../../src/eval/percentile.ts";

const anyId = fc.integer({ min: 0, max: 40 }).map((number) => `id-${number}`);
const anyRanking = fc.uniqueArray(anyId, { maxLength: 30 });
const anyGold = fc.uniqueArray(anyId, { minLength: 1, maxLength: 15 }).map((ids) => new Set(ids));

describe("scores", () => {
  it("are percentages, for any ranking and any gold", () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyId, { nil: undefined })), anyGold, (ranking, gold) => {
        const scores = scoreRanking(ranking, gold);
        for (const metric of METRICS) {
          expect(scores[metric]).toBeGreaterThanOrEqual(0);
          expect(scores[metric]).toBeLessThanOrEqual(100 + 1e-9);
        }
      }),
    );
  });

  it("are perfect where all gold comes first, in any order", () => {
    fc.assert(
      fc.property(anyGold, fc.array(fc.constant("other")), (gold, rest) => {
        const scores = scoreRanking([...[...gold].reverse(), ...rest], gold);
        expect(scores).toMatchObject({ "hit@1": 100, "hit@3": 100, "hit@5": 100, mrr: 100 });
        expect(scores["ndcg@10"]).toBeCloseTo(100, 9);
        expect(scores["recall@10"]).toBeCloseTo((Math.min(10, gold.size) / gold.size) * 100, 9);
        expect(scores["recall@5"]).toBeCloseTo((Math.min(5, gold.size) / gold.size) * 100, 9);
      }),
    );
  });

  it("do not depend on what comes where gold does not", () => {
    fc.assert(
      fc.property(anyRanking, anyGold, (ranking, gold) => {
        const masked = ranking.map((id) => (gold.has(id) ? id : undefined));
        expect(scoreRanking(masked, gold)).toEqual(scoreRanking(ranking, gold));
      }),
    );
  });

  it("never fall when gold moves up by one rank", () => {
    fc.assert(
      fc.property(anyRanking, anyGold, fc.nat(), (ranking, gold, pick) => {
        const moving = ranking.flatMap((id, at) => (at > 0 && gold.has(id) ? [at] : []));
        const at = moving[pick % Math.max(1, moving.length)];
        fc.pre(at !== undefined);
        const moved = ranking.toSpliced(at, 1).toSpliced(at - 1, 0, ranking[at] ?? "");
        const before = scoreRanking(ranking, gold);
        const after = scoreRanking(moved, gold);
        for (const metric of METRICS) expect(after[metric]).toBeGreaterThanOrEqual(before[metric] - 1e-9);
      }),
    );
  });
});

describe("a percentile", () => {
  it("is one of the values, with no more than the rest of them above it", () => {
    const anyTimes = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(anyTimes, fc.constantFrom(0.5, 0.95), (times, share) => {
        const value = percentile(times, share);
        expect(times).toContain(value);
        expect(times.filter((time) => time > value).length).toBeLessThanOrEqual(
          times.length * (1 - share) + 1e-9,
        );
        expect(times.filter((time) => time < value).length).toBeLessThan(times.length * share);
      }),
    );
  });

  it("of the numbers 1 to 100 is the number itself, and of nothing is 0", () => {
    const numbers = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([percentile(numbers, 0.5), percentile(numbers, 0.95), percentile([], 0.5)]).toEqual([50, 95, 0]);
  });
});
