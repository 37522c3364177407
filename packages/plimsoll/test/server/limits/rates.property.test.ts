import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rates } from "../../../src/server/limits/rates.ts";

const MINUTE_MS = 60_000;

/** Times of arrival, from waits between them. */
const arrivals = fc.array(fc.nat({ max: 20_000 }), { maxLength: 100 }).map((waits) => {
  let now = 0;
  return waits.map((wait) => {
    now += wait;
    return now;
  });
});

function passedOf(times: readonly number[], most: number): readonly number[] {
  let now = 0;
  const rates = new Rates(
    () => most,
    () => now,
  );
  return times.filter((time) => {
    now = time;
    return rates.take("one") === undefined;
  });
}

const mostIn = (times: readonly number[], windowMs: number): number =>
  Math.max(
    0,
    ...times.map((start) => times.filter((time) => time >= start && time < start + windowMs).length),
  );

describe("a rate", () => {
  it("refuses nobody who stays under it in every minute", () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const most = Math.max(1, mostIn(times, MINUTE_MS));
        expect(passedOf(times, most)).toEqual(times);
      }),
    );
  });

  it("lets no more through than a minute's worth at once, and what fills up after that", () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 20 }), (times, most) => {
        const passed = passedOf(times, most);
        for (const windowMs of [1, 10_000, MINUTE_MS, 5 * MINUTE_MS]) {
          expect(mostIn(passed, windowMs)).toBeLessThanOrEqual(most + (most * windowMs) / MINUTE_MS);
        }
      }),
    );
  });

  it("says how long to wait, and lets in whoever has waited so long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (most) => {
        let now = 0;
        const rates = new Rates(
          () => most,
          () => now,
        );
        for (let times = 0; times < most; times++) expect(rates.take("one")).toBeUndefined();
        const wait = rates.take("one") ?? 0;
        expect(wait).toBeGreaterThan(0);
        now += wait;
        expect(rates.take("one")).toBeUndefined();
        expect(rates.take("one")).toBeGreaterThan(0);
      }),
    );
  });

  it("counts for each by itself, and for nobody where it is 0", () => {
    const rates = new Rates(
      () => 1,
      () => 0,
    );
    expect(rates.take("one")).toBeUndefined();
    expect(rates.take("one")).toBeDefined();
    expect(rates.take("other")).toBeUndefined();
    const none = new Rates(() => 0);
    for (let times = 0; times < 1_000; times++) expect(none.take("one")).toBeUndefined();
  });

  it("forgets those who have been away, and only those", () => {
    let now = 0;
    const rates = new Rates(
      () => 1,
      () => now,
    );
    for (let at = 0; at < 20_000; at++) {
      expect(rates.take(`n${at}`)).toBeUndefined();
      now += 10;
    }
    expect(rates.take("n19999")).toBeDefined();
    expect(rates.take("n0")).toBeUndefined();
  });
});
