/** A time limit that stands still while somebody else is waited for. */
export class PausableTimer {
  readonly #onEnd: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #pauses = 1;

  constructor(ms: number, onEnd: () => void) {
    this.#leftMs = ms;
    this.#onEnd = onEnd;
    this.resume();
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses > 0) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(this.#leftMs, 0));
  }

  stop(): void {
    this.pause();
  }
}
