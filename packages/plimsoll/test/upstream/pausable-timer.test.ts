import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PausableTimer } from "../../src/upstream/pausable-timer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** When it ends, if it is started over every so often and paused as often as that. */
function endOf(act: (timer: PausableTimer) => void, everyMs: number): number {
  let endedAt = Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  const timer = new PausableTimer(100, 1_000, () => {
    endedAt = performance.now() - startedAt;
  });
  for (let at = 0; at < 5_000 && endedAt === Number.POSITIVE_INFINITY; at += everyMs) {
    vi.advanceTimersByTime(everyMs);
    act(timer);
  }
  return Math.round(endedAt);
}

describe("a time limit", () => {
  it("ends after its time", () => {
    expect(endOf(() => undefined, 10)).toBe(100);
  });

  it("starts over at each sign of life, and ends after its longest time all the same", () => {
    expect(endOf((timer) => timer.restart(), 90)).toBe(1_000);
    let signs = 0;
    expect(endOf((timer) => (signs++ < 3 ? timer.restart() : undefined), 50)).toBe(250);
  });

  it("stands still while it is paused, and a pause is no part of its longest time", () => {
    const pause = (timer: PausableTimer): void => {
      timer.pause();
      timer.restart();
      vi.advanceTimersByTime(500);
      timer.resume();
    };
    expect(endOf(pause, 50)).toBe(20 * 50 + 19 * 500);
    expect(endOf((timer) => timer.stop(), 50)).toBe(Number.POSITIVE_INFINITY);
  });
});
