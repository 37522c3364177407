// Far more than progress and logs of a busy server come to, and little enough that it shows before it hurts.
const MOST_MESSAGES = 10_000;
const WINDOW_MS = 5_000;

/** Notices a server that sends what nobody asked for, without an end. */
export class FloodGuard {
  #count = 0;
  #since = 0;

  /** Counts a line that answers no request. Throws where there are too many. */
  count(now: number): void {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > MOST_MESSAGES) {
      const what = `more than ${MOST_MESSAGES} lines within ${WINDOW_MS / 1000} seconds that answer nothing`;
      throw new Error(`it floods: it sent ${what}.`);
    }
  }
}
