/** A time limit that stands still while somebody else is waited for, and starts over at each sign of life, to a bound. */
export class PausableTimer {
  readonly #ms: number;
  readonly #onEnd: () => void;
  #mostMs: number;
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #pauses = 1;

  /** However often it starts over, it ends when it has run for `mostMs`. */
  constructor(ms: number, mostMs: number, onEnd: () => void) {
    this.#ms = ms;
    this.#mostMs = mostMs;
    this.#leftMs = ms;
    this.#onEnd = onEnd;
    this.resume();
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#count();
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses > 0) return;
    this.#startedAt = performance.now();
    this.#wait();
  }

  /** Gives the whole time again. Only the clock is read: the timer that runs finds out at its end that it is too early. */
  restart(): void {
    if (this.#timer !== undefined) this.#count();
    this.#leftMs = Math.min(this.#ms, this.#mostMs);
  }

  stop(): void {
    this.pause();
  }

  #count(): void {
    const now = performance.now();
    this.#leftMs -= now - this.#startedAt;
    this.#mostMs -= now - this.#startedAt;
    this.#startedAt = now;
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#end(), Math.max(this.#leftMs, 0));
  }

  #end(): void {
    this.#count();
    this.#timer = undefined;
    // Timers end up to a millisecond before the clock says so.
    if (this.#leftMs >= 1) this.#wait();
    else this.#onEnd();
  }
}
