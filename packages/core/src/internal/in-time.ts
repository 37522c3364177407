import { timeLimit } from "./time-limit.ts";

/** How work ended that somebody waits for: with a value, or without one because time or patience ran out. */
export type InTime<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "cancelled" }
  | { readonly type: "timed-out" };

/** Waits for work no longer than its time and its caller allow. Rejects as the work does while somebody waits. */
export async function inTime<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  { signal: caller, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<InTime<T>> {
  if (caller.aborted) return { type: "cancelled" };
  const timeout = timeLimit(timeoutMs);
  const signal = AbortSignal.any([caller, timeout]);
  const ended = rejectOnAbort(signal);
  try {
    // Work that throws at once is a rejection too, and what is late is nobody's: the race has heard of both.
    const working = Promise.resolve(work(signal));
    return { type: "done", value: await Promise.race([working, ended.promise]) };
  } catch (cause) {
    if (caller.aborted) return { type: "cancelled" };
    if (timeout.aborted) return { type: "timed-out" };
    throw cause;
  } finally {
    ended.forget();
  }
}

/** A promise that rejects when a signal is aborted, and a way to stop listening once nobody waits for it. */
function rejectOnAbort(signal: AbortSignal): {
  readonly promise: Promise<never>;
  readonly forget: () => void;
} {
  let forget = (): void => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    forget = () => signal.removeEventListener("abort", onAbort);
  });
  return { promise, forget };
}
