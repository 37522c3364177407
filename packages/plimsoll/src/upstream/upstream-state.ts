import type { UpstreamHealth } from "./upstream.ts";

/** How patient a gateway is with a server that fails. */
export interface Patience {
  /** How long a server is left alone after a failed start; twice as long after each further failure. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After this many failures in a row the circuit is open: one request at a time may find out whether it works again. */
  readonly failuresToOpen: number;
  /** After this many requests in a row without an answer a server counts as failed. */
  readonly silencesToFail: number;
}

/** What holds where nothing else is said. */
export const PATIENCE: Patience = {
  firstDelayMs: 1_000,
  longestDelayMs: 300_000,
  failuresToOpen: 5,
  silencesToFail: 3,
};

/** Where a server stands. Failures are those in a row: an answered call, or idleness, forgets them. */
export type UpstreamState =
  | { readonly state: "asleep"; readonly failures: number }
  | { readonly state: "starting"; readonly failures: number }
  | {
      readonly state: "up";
      readonly failures: number;
      readonly since: number;
      /** Requests in a row that it did not answer in time. */
      readonly silences: number;
      /** Until it has answered something, it is on trial: one request at a time. */
      readonly isOnTrial: boolean;
    }
  | {
      readonly state: "failing";
      readonly failures: number;
      readonly reason: string;
      readonly retryAt: number;
    }
  | { readonly state: "closed"; readonly failures: number };

/** What happens to a server. */
export type UpstreamSignal =
  | { readonly type: "start" }
  | { readonly type: "started" }
  | { readonly type: "start-failed"; readonly reason: string }
  | { readonly type: "crashed"; readonly reason: string }
  | { readonly type: "answered"; readonly isCall: boolean } // a call proves more than a listing
  // A request was not answered in time, and nothing else came; others may still be within theirs.
  | { readonly type: "silent"; readonly isLast: boolean }
  | { readonly type: "stopped" }
  | { readonly type: "closed" };

/** Nothing has happened yet. */
export const ASLEEP: UpstreamState = { state: "asleep", failures: 0 };

/** The one table of what follows from what. A signal that means nothing in a state changes nothing. */
export function nextState(
  state: UpstreamState,
  signal: UpstreamSignal,
  now: number,
  patience: Patience,
): UpstreamState {
  if (state.state === "closed") return state;
  const { failures } = state;
  switch (signal.type) {
    case "closed":
      return { state: "closed", failures };
    case "stopped":
      return ASLEEP;
    case "start":
      return state.state === "asleep" || state.state === "failing" ? { state: "starting", failures } : state;
    case "started":
      if (state.state !== "starting") return state;
      return { state: "up", failures, since: now, silences: 0, isOnTrial: isOpen(failures, patience) };
    case "start-failed":
      return state.state === "starting" ? toFailing(state, signal.reason, now, patience) : state;
    case "crashed":
      return state.state === "up" ? toFailing(state, signal.reason, now, patience) : state;
    case "answered":
      if (state.state !== "up") return state;
      return { ...state, silences: 0, isOnTrial: false, failures: signal.isCall ? 0 : failures };
    case "silent": {
      if (state.state !== "up") return state;
      const silences = state.silences + 1;
      if (silences < patience.silencesToFail || !signal.isLast) return { ...state, silences };
      const reason = `it left ${silences} requests in a row without an answer.`;
      return toFailing(state, reason, now, patience);
    }
    default:
      return signal satisfies never;
  }
}

/** What a request finds: a way, or the reason why there is none now. */
export type Admission = { readonly type: "admitted" } | { readonly type: "refused"; readonly reason: string };

/** Whether a request may go on: not before the backoff is over, and one at a time where the circuit was open. */
export function admit(state: UpstreamState, running: number, now: number, patience: Patience): Admission {
  if (state.state === "closed") return { type: "refused", reason: "the gateway is closing." };
  if (state.state === "failing" && now < state.retryAt) return { type: "refused", reason: state.reason };
  const isOnTrial = state.state === "up" ? state.isOnTrial : isOpen(state.failures, patience);
  if (isOnTrial && running > 0) {
    return { type: "refused", reason: "it failed again and again, and is being tried by another request." };
  }
  return { type: "admitted" };
}

/** How a server is, for whoever asks. */
export function toHealth(state: UpstreamState): UpstreamHealth {
  switch (state.state) {
    case "up":
      return { state: "up", since: state.since };
    case "failing":
      return {
        state: "failing",
        reason: state.reason,
        failures: state.failures,
        retryAt: state.retryAt,
      };
    default:
      return { state: state.state };
  }
}

function toFailing(
  { state, failures: before }: UpstreamState,
  reason: string,
  now: number,
  { firstDelayMs, longestDelayMs }: Patience,
): UpstreamState {
  const failures = before + 1;
  // A server that ran and crashed once is started again by the next request: most crashes are the first and the last.
  const doublings = state === "up" ? failures - 2 : failures - 1;
  const delayMs = doublings < 0 ? 0 : Math.min(firstDelayMs * 2 ** doublings, longestDelayMs);
  return { state: "failing", failures, reason, retryAt: now + delayMs };
}

function isOpen(failures: number, { failuresToOpen }: Patience): boolean {
  return failures >= failuresToOpen;
}
