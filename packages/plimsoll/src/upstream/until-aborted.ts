/** Waits for something that others wait for too, until the caller leaves. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (leave !== undefined) signal.removeEventListener("abort", leave);
  }
}
