/** A row that is not a tool, and why; the rest of its file is read. */
export interface BadRow {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly reason: string;
}

/** The bad rows of a load: all are counted, the first ones are kept. */
export interface BadRows {
  readonly total: number;
  readonly kept: readonly BadRow[];
}

const MAX_KEPT = 1_000;

/** Gathers bad rows without growing with a file that has nothing else. */
export class BadRowList implements BadRows {
  readonly kept: BadRow[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(row: BadRow): void {
    this.#total += 1;
    if (this.kept.length < MAX_KEPT) this.kept.push(row);
  }
}
