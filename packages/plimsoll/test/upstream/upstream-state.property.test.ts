import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ASLEEP,
  admit,
  nextState,
  type Patience,
  toHealth,
  type UpstreamSignal,
  type UpstreamState,
} from "../../src/upstream/upstream-state.ts";

const PATIENCE: Patience = { firstDelayMs: 100, longestDelayMs: 5_000, failuresToOpen: 3, silencesToFail: 2 };

const signals: fc.Arbitrary<UpstreamSignal> = fc.oneof(
  ...(["start", "started", "stopped"] as const).map((type) => fc.constant({ type })),
  fc.boolean().map((isLast) => ({ type: "silent", isLast }) as const),
  fc.boolean().map((isCall) => ({ type: "answered", isCall }) as const),
  fc.constantFrom("start-failed", "crashed").map((type) => ({ type, reason: "it broke." }) as const),
);
// Single signals seldom lead far: what servers really go through is mixed in.
const START: UpstreamSignal[] = [{ type: "start" }, { type: "started" }];
const stories: fc.Arbitrary<readonly UpstreamSignal[]> = fc.oneof(
  signals.map((signal) => [signal]),
  fc.constant([{ type: "start" }, { type: "start-failed", reason: "it broke." }]),
  fc.constant([...START, { type: "crashed", reason: "it broke." }]),
  fc.constant([...START, { type: "answered", isCall: false }, { type: "crashed", reason: "it broke." }]),
  fc.constant(START),
);
const steps = fc
  .array(stories, { maxLength: 20 })
  .chain((parts) => fc.tuple(...parts.flat().map((signal) => fc.tuple(fc.constant(signal), fc.nat(1_000)))));

/** Every state that a sequence of signals leads through, with the signal that led there and when. */
function walk(sequence: readonly (readonly [UpstreamSignal, number])[], patience = PATIENCE) {
  let now = 0;
  let state: UpstreamState = ASLEEP;
  return sequence.map(([signal, passed]) => {
    now += passed;
    const before = state;
    state = nextState(before, signal, now, patience);
    return { before, signal, after: state, now };
  });
}

const admits = (state: UpstreamState, running: number, now: number): boolean =>
  admit(state, running, now, PATIENCE).type === "admitted";

describe("the states of a server", () => {
  it("count failures in a row, whatever happens in between", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let failures = 0;
        for (const { before, signal, after } of walk(sequence)) {
          const fails = after.state === "failing" && before.state !== "failing";
          if (fails) failures += 1;
          if (signal.type === "stopped") failures = 0;
          if (signal.type === "answered" && signal.isCall && before.state === "up") failures = 0;
          expect(after.failures).toBe(failures);
        }
      }),
    );
  });

  it("leave a failing server alone for twice as long each time, to a bound, and for no time after a first crash", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        for (const { before, after, now } of walk(sequence)) {
          if (after.state !== "failing" || before.state === "failing") continue;
          const doublings = after.failures - (before.state === "up" ? 2 : 1);
          const delay = doublings < 0 ? 0 : Math.min(100 * 2 ** doublings, 5_000);
          expect(after.retryAt - now).toBe(delay);
          expect(admits(after, 0, after.retryAt - 1)).toBe(delay === 0 && after.retryAt - 1 >= after.retryAt);
          expect(admits(after, 0, after.retryAt)).toBe(true);
        }
      }),
    );
  });

  it("let one request at a time try a server that failed so often that the circuit is open, until it answers", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        for (const { after, now } of walk(sequence)) {
          if (after.state === "closed") continue;
          const later = after.state === "failing" ? after.retryAt : now;
          const isOpen = after.state === "up" ? after.isOnTrial : after.failures >= PATIENCE.failuresToOpen;
          expect(admits(after, 0, later)).toBe(true);
          expect(admits(after, 1, later)).toBe(!isOpen);
          const answered = nextState(after, { type: "answered", isCall: false }, later, PATIENCE);
          if (after.state === "up") expect(admits(answered, 5, later)).toBe(true);
        }
      }),
    );
  });

  it("change only by a signal that means something there", () => {
    const meaning: Readonly<Record<UpstreamState["state"], readonly string[]>> = {
      asleep: ["start", "stopped"],
      starting: ["started", "start-failed", "stopped"],
      up: ["crashed", "answered", "silent", "stopped"],
      failing: ["start", "stopped"],
      closed: [],
    };
    fc.assert(
      fc.property(steps, (sequence) => {
        for (const { before, signal, after } of walk(sequence)) {
          if (!meaning[before.state].includes(signal.type)) expect(after).toBe(before);
        }
      }),
    );
  });

  it("end with the end", () => {
    fc.assert(
      fc.property(steps, signals, (sequence, signal) => {
        const last = walk(sequence).at(-1)?.after ?? ASLEEP;
        const closed = nextState(last, { type: "closed" }, 0, PATIENCE);
        expect(nextState(closed, signal, 1, PATIENCE)).toBe(closed);
        expect(toHealth(closed)).toEqual({ state: "closed" });
        expect(admit(closed, 0, 1, PATIENCE)).toEqual({ type: "refused", reason: "the gateway is closing." });
      }),
    );
  });

  it("take no silence for a failure while another request is within its time", () => {
    const up = [{ type: "start" }, { type: "started" }, ...Array(5).fill({ type: "silent", isLast: false })];
    const last = walk(up.map((signal) => [signal, 1])).at(-1)?.after ?? ASLEEP;
    expect(last).toMatchObject({ state: "up", silences: 5 });
    expect(nextState(last, { type: "silent", isLast: true }, 9, PATIENCE).state).toBe("failing");
  });

  it("take silence for a failure only when it lasts", () => {
    const up =
      walk([
        [{ type: "start" }, 0],
        [{ type: "started" }, 0],
      ]).at(-1)?.after ?? ASLEEP;
    const once = nextState(up, { type: "silent", isLast: true }, 1, PATIENCE);
    const answered = nextState(once, { type: "answered", isCall: true }, 2, PATIENCE);
    const silent = { type: "silent", isLast: true } as const;
    expect([once.state, nextState(answered, silent, 3, PATIENCE).state]).toEqual(["up", "up"]);
    expect(toHealth(nextState(once, silent, 3, PATIENCE))).toEqual({
      state: "failing",
      reason: "it left 2 requests in a row without an answer.",
      failures: 1,
      retryAt: 3,
    });
  });
});
