import { grown } from "../internal/grown.ts";

const FIRST_CAPACITY = 4;

/** Lists without gaps, as plain data. */
export interface PostingsData {
  /** The length of each list. */
  readonly lengths: Uint32Array;
  /** All lists, one after the other. */
  readonly values: Uint32Array;
}

/**
 * Lists of numbers that grow, one for each term, side by side in one typed array.
 *
 * A list that is full moves to the end with twice the room, so that adding costs the same whatever is there,
 * and reading a list is reading a stretch of memory. What moves leave behind is closed up by `rewrite`.
 */
export class Postings {
  #arena: Uint32Array = new Uint32Array(1024);
  #used = 0;
  #starts: Uint32Array = new Uint32Array(256);
  #lengths: Uint32Array = new Uint32Array(256);
  #capacities: Uint32Array = new Uint32Array(256);
  #terms = 0;

  /** Lists that were saved. */
  static fromData({ lengths, values }: PostingsData): Postings {
    const postings = new Postings();
    postings.#terms = lengths.length;
    postings.#lengths = grown(lengths, Math.max(256, lengths.length));
    postings.#capacities = postings.#lengths.slice();
    postings.#starts = new Uint32Array(postings.#lengths.length);
    let start = 0;
    for (const [term, length] of lengths.entries()) {
      postings.#starts[term] = start;
      start += length;
    }
    postings.#arena = values;
    postings.#used = values.length;
    return postings;
  }

  /** How many lists there are. */
  get terms(): number {
    return this.#terms;
  }

  /** Where all lists stand; valid until the next `append` or `rewrite`. */
  get arena(): Uint32Array {
    return this.#arena;
  }

  startOf(term: number): number {
    return this.#starts[term] ?? 0;
  }

  endOf(term: number): number {
    return (this.#starts[term] ?? 0) + (this.#lengths[term] ?? 0);
  }

  /** An empty list, and its number. */
  addTerm(): number {
    const term = this.#terms++;
    if (term === this.#starts.length) {
      this.#starts = grown(this.#starts, term * 2);
      this.#lengths = grown(this.#lengths, term * 2);
      this.#capacities = grown(this.#capacities, term * 2);
    }
    return term;
  }

  append(term: number, value: number): void {
    const length = this.#lengths[term] ?? 0;
    if (length === this.#capacities[term]) this.#move(term, Math.max(FIRST_CAPACITY, length * 2));
    this.#arena[(this.#starts[term] ?? 0) + length] = value;
    this.#lengths[term] = length + 1;
  }

  /** Passes every number through `change`, drops those it answers `undefined` for, and closes all gaps. */
  rewrite(change: (value: number) => number | undefined): void {
    const arena = new Uint32Array(this.#lengths.subarray(0, this.#terms).reduce((sum, one) => sum + one, 0));
    let used = 0;
    for (let term = 0; term < this.#terms; term++) {
      const start = used;
      for (let at = this.startOf(term); at < this.endOf(term); at++) {
        const value = change(this.#arena[at] ?? 0);
        if (value !== undefined) arena[used++] = value;
      }
      this.#starts[term] = start;
      this.#lengths[term] = used - start;
      this.#capacities[term] = used - start;
    }
    this.#arena = arena.slice(0, used);
    this.#used = used;
  }

  /** The lists as data, their gaps closed. */
  toData(): PostingsData {
    this.rewrite((value) => value);
    return { lengths: this.#lengths.slice(0, this.#terms), values: this.#arena };
  }

  #move(term: number, capacity: number): void {
    const start = this.#used;
    this.#used += capacity;
    if (this.#used > this.#arena.length) this.#arena = grown(this.#arena, this.#used * 1.5);
    this.#arena.copyWithin(start, this.#starts[term] ?? 0, this.endOf(term));
    this.#starts[term] = start;
    this.#capacities[term] = capacity;
  }
}

/** Lists without the empty ones, and the new number of each that is left; -1 for the others. */
export function dropEmpty({ lengths, values }: PostingsData): { data: PostingsData; numbers: Int32Array } {
  let left = 0;
  const numbers = Int32Array.from(lengths, (length) => (length === 0 ? -1 : left++));
  return { data: { lengths: lengths.filter((length) => length > 0), values }, numbers };
}
