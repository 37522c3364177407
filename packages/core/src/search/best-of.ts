/** A tool and its score. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

/**
 * Keeps the best of many, best first. Ties are broken by `comesFirst`, so that the order in which tools arrived
 * decides nothing.
 */
export class BestOf {
  readonly #limit: number;
  readonly #comesFirst: (a: number, b: number) => boolean;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];

  constructor(limit: number, comesFirst: (a: number, b: number) => boolean) {
    this.#limit = limit;
    this.#comesFirst = comesFirst;
  }

  /** The score below which nothing is kept any more. */
  get threshold(): number {
    return this.#scores.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores.at(-1) ?? 0);
  }

  offer(slot: number, score: number): void {
    let at = this.#scores.length;
    while (at > 0 && this.#isBefore(slot, score, at - 1)) at -= 1;
    if (at >= this.#limit) return;
    this.#slots.splice(at, 0, slot);
    this.#scores.splice(at, 0, score);
    if (this.#slots.length > this.#limit) {
      this.#slots.pop();
      this.#scores.pop();
    }
  }

  toList(): Scored[] {
    return this.#slots.map((slot, at) => ({ slot, score: this.#scores[at] ?? 0 }));
  }

  #isBefore(slot: number, score: number, at: number): boolean {
    const other = this.#scores[at] as number;
    return score > other || (score === other && this.#comesFirst(slot, this.#slots[at] as number));
  }
}
