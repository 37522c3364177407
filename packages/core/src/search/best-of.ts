/** A tool and its score. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

/** How many more than asked for are kept between two sorts. */
const SLACK = 8;

/**
 * Keeps the best of many, best first. Ties are broken by `comesFirst`, so that the order in which tools arrived
 * decides nothing.
 */
export class BestOf {
  readonly #limit: number;
  readonly #comesFirst: (a: number, b: number) => boolean;
  #kept: Scored[] = [];
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number, comesFirst: (a: number, b: number) => boolean) {
    this.#limit = limit;
    this.#comesFirst = comesFirst;
  }

  /** The score below which nothing is kept any more. */
  get threshold(): number {
    return this.#threshold;
  }

  offer(slot: number, score: number): void {
    this.#kept.push({ slot, score });
    if (this.#kept.length >= 2 * this.#limit + SLACK) this.#cut();
  }

  toList(): Scored[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.score - a.score || (this.#comesFirst(a.slot, b.slot) ? -1 : 1));
    this.#kept = this.#kept.slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.#threshold = this.#kept.at(-1)?.score ?? this.#threshold;
  }
}
