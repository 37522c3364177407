/**
 * The requests that nobody waits for any longer, and that a server may be at work on all the same: what it asks or logs
 * may belong to one of them. A server need not answer what was called off, so each counts for a bounded time.
 */
export class Ghosts {
  readonly #until = new Map<string | number, number>();
  readonly #longestMs: number;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Whether there are any now. */
  get areThere(): boolean {
    const now = performance.now();
    for (const [id, until] of this.#until) {
      if (now < until) return true;
      this.#until.delete(id);
    }
    return false;
  }

  /** Nobody waits for a request any longer. */
  add(id: string | number): void {
    this.#until.set(id, performance.now() + this.#longestMs);
  }

  /** The server has answered a request. */
  answered(id: string | number): void {
    this.#until.delete(id);
  }
}
