/** How work ended that somebody waits for: with a value, or without one because time or patience ran out. */
export type InTime<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "cancelled" }
  | { readonly type: "timed-out" };

/**
 * Waits for work no longer than its time and its caller allow. Rejects as the work does while somebody waits; what is
 * late is nobody's. One controller and one timer a call: `AbortSignal.any` and `AbortSignal.timeout` cost ten times that.
 */
export function inTime<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  { signal: caller, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<InTime<T>> {
  if (caller.aborted) return Promise.resolve({ type: "cancelled" });
  return new Promise((resolve, reject) => {
    const isLimited = timeoutMs !== Number.POSITIVE_INFINITY;
    // Without a limit of its own, the work ends with its caller.
    const own = isLimited ? new AbortController() : undefined;
    const end = (type: "cancelled" | "timed-out", reason: unknown): void => {
      forget();
      resolve({ type });
      own?.abort(reason);
    };
    const onAbort = (): void => end("cancelled", caller.reason);
    const timer = isLimited
      ? setTimeout(() => end("timed-out", timeoutReason(timeoutMs)), timeoutMs)
      : undefined;
    const forget = (): void => {
      clearTimeout(timer);
      caller.removeEventListener("abort", onAbort);
    };
    caller.addEventListener("abort", onAbort, { once: true });
    const fail = (cause: unknown): void => {
      forget();
      reject(cause);
    };
    try {
      Promise.resolve(work(own?.signal ?? caller)).then((value) => {
        forget();
        resolve({ type: "done", value });
      }, fail);
    } catch (cause) {
      fail(cause);
    }
  });
}

function timeoutReason(timeoutMs: number): DOMException {
  return new DOMException(`It did not end within ${timeoutMs} ms.`, "TimeoutError");
}
