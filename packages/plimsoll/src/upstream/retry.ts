const MAX_DELAY_MS = 300_000;

/** Tries something again, later and later, for as long as it fails. */
export interface Retry {
  /** It failed: it is tried again after twice the time of before. */
  failed(): void;
  /** It worked: the next failure starts from the shortest time. */
  worked(): void;
  /** It is not tried again. */
  stop(): void;
}

/** Makes a retry of an attempt; its timer does not keep the process alive. */
export function createRetry(attempt: () => void, firstDelayMs: number): Retry {
  let delayMs = firstDelayMs;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    failed() {
      if (stopped) return;
      clearTimeout(timer);
      timer = setTimeout(attempt, delayMs);
      timer.unref();
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    },
    worked() {
      clearTimeout(timer);
      delayMs = firstDelayMs;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
