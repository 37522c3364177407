/** Lets so many go on at the same time; the others wait in the order they came. */
export class TurnQueue {
  readonly #limit: () => number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Whether the next one need not wait. */
  get isFree(): boolean {
    return this.#waiting.size === 0 && this.#running < this.#limit();
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a turn; the answer gives it back, once. Who is cancelled leaves the queue, with the signal's reason; who
   * has waited for `patienceMs`, without one.
   */
  async take(signal?: AbortSignal, patienceMs?: number): Promise<() => void> {
    const turn = this.takeNow(signal);
    if (turn !== undefined) return turn;
    await this.#wait(signal, patienceMs);
    return this.#begin();
  }

  /** The same, where the next one need not wait. */
  takeNow(signal?: AbortSignal): (() => void) | undefined {
    signal?.throwIfAborted();
    if (!this.isFree) return undefined;
    this.#running += 1;
    return this.#begin();
  }

  #begin(): () => void {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#running -= 1;
      this.#callNext();
    };
  }

  #wait(signal: AbortSignal | undefined, patienceMs: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#waiting.delete(go);
      };
      const leave = (): void => {
        end();
        reject(signal?.reason);
      };
      // The turn is counted here, not when the waiter wakes: another could come in between.
      const go = (): void => {
        end();
        this.#running += 1;
        resolve();
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs);
      this.#waiting.add(go);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  #callNext(): void {
    for (const go of this.#waiting) {
      if (this.#running >= this.#limit()) return;
      go();
    }
  }
}
