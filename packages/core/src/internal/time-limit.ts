/** A signal that is aborted after so many milliseconds; after `Infinity`, never. */
export function timeLimit(timeoutMs: number): AbortSignal {
  return timeoutMs === Number.POSITIVE_INFINITY
    ? new AbortController().signal
    : AbortSignal.timeout(timeoutMs);
}
