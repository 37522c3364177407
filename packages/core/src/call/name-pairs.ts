import { isOneSlip } from "../internal/is-one-slip.ts";
import { PAIRS, PairReader } from "../internal/likeness.ts";

const ONE_SLIP = 0.99;
/** Two neighbours the wrong way round spoil three pairs; any other slip spoils fewer. */
const MOST_SPOILT = 3;
const NONE: Uint32Array = new Uint32Array(0);

/**
 * Names by the pairs of letters in them, so that a name is compared with all of them at once: what each shares with
 * it is counted pair by pair, and none of them is read again. Loops have no iterators: they go round by the million.
 */
export class NamePairs {
  readonly #names: readonly string[];
  /** How many different pairs each name has. */
  readonly #counts: Uint32Array;
  /** The names that have a pair, by their places. */
  readonly #holders: ReadonlyMap<number, Uint32Array>;

  constructor(names: readonly string[]) {
    const { counts, totals } = countPairs(names);
    this.#names = names;
    this.#counts = counts;
    this.#holders = toHolders(names, totals);
  }

  /** Visits the names at least so like another, by their places; one slip of the pen counts for more than letters say. */
  forEachAlike(wanted: string, least: number, visit: (at: number, likeness: number) => void): void {
    const reader = new PairReader();
    const count = reader.read(wanted);
    const shared = this.#countShared(reader.pairs.subarray(0, count));
    for (let at = 0; at < shared.length; at++) {
      const both = shared[at] ?? 0;
      const letters = both === 0 ? 0 : (2 * both) / (count + (this.#counts[at] ?? 0));
      const isSlip = both + MOST_SPOILT >= count && isOneSlip(wanted, this.#names[at] ?? "");
      const likeness = isSlip ? ONE_SLIP : letters;
      if (likeness >= least) visit(at, likeness);
    }
  }

  /** How many of these pairs each name has. */
  #countShared(pairs: Uint16Array): Uint32Array {
    const shared = new Uint32Array(this.#names.length);
    for (const pair of pairs) {
      const places = this.#holders.get(pair) ?? NONE;
      for (let next = 0; next < places.length; next++) {
        const at = places[next] ?? 0;
        shared[at] = (shared[at] ?? 0) + 1;
      }
    }
    return shared;
  }
}

/** How many pairs each name has, and how many names each pair has. */
function countPairs(names: readonly string[]): {
  readonly counts: Uint32Array;
  readonly totals: Uint32Array;
} {
  const reader = new PairReader();
  const counts = new Uint32Array(names.length);
  const totals = new Uint32Array(PAIRS);
  for (const [at, name] of names.entries()) {
    const count = reader.read(name);
    counts[at] = count;
    for (let next = 0; next < count; next++) {
      const pair = reader.pairs[next] ?? 0;
      totals[pair] = (totals[pair] ?? 0) + 1;
    }
  }
  return { counts, totals };
}

/** One block of memory with a part for every pair, each as long as the pair has names. */
function toHolders(names: readonly string[], totals: Uint32Array): Map<number, Uint32Array> {
  const reader = new PairReader();
  const ends = new Uint32Array(PAIRS);
  let size = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    ends[pair] = size;
    size += totals[pair] ?? 0;
  }
  const block = new Uint32Array(size);
  for (const [at, name] of names.entries()) {
    const count = reader.read(name);
    for (let next = 0; next < count; next++) {
      const pair = reader.pairs[next] ?? 0;
      const end = ends[pair] ?? 0;
      block[end] = at;
      ends[pair] = end + 1;
    }
  }
  const holders = new Map<number, Uint32Array>();
  for (let pair = 0; pair < PAIRS; pair++) {
    const [total, end] = [totals[pair] ?? 0, ends[pair] ?? 0];
    if (total > 0) holders.set(pair, block.subarray(end - total, end));
  }
  return holders;
}
