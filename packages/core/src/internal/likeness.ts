/** A pair of letters is a number below this. */
export const PAIRS: number = 65_536;

/**
 * How alike two names are, from 0 to 1: twice the pairs of letters they share, over the pairs both have
 * (Sørensen–Dice). "night" and "nacht" share one pair of four each: 2 / 8 = 0.25.
 */
export function likenessTo(wanted: string): (name: string) => number {
  // A table of marks instead of a set for each name: names are compared by the thousand.
  const marks = new Int32Array(PAIRS);
  const wantedPairs = mark(wanted, marks, -1);
  let round = 0;
  return (name) => {
    round += 1;
    let pairs = 0;
    let shared = 0;
    for (let at = 0; at + 1 < name.length; at++) {
      const pair = pairAt(name, at);
      const before = marks[pair] as number;
      if (Math.abs(before) === round + 1) continue;
      pairs += 1;
      if (before < 0) shared += 1;
      marks[pair] = before < 0 ? -(round + 1) : round + 1;
    }
    return pairs === 0 || wantedPairs === 0 ? 0 : (2 * shared) / (wantedPairs + pairs);
  };
}

/** Reads the different pairs of letters of many names, one name after the other. */
export class PairReader {
  readonly #marks = new Int32Array(PAIRS);
  #round = 0;
  /** Of the name that was read last; what stands behind them is of others. */
  pairs: Uint16Array = new Uint16Array(64);

  /** Reads a name, and answers how many pairs it has. */
  read(name: string): number {
    if (name.length > this.pairs.length) this.pairs = new Uint16Array(name.length);
    const { pairs } = this;
    const marks = this.#marks;
    this.#round += 1;
    const round = this.#round;
    let count = 0;
    for (let at = 0; at + 1 < name.length; at++) {
      const pair = pairAt(name, at);
      if (marks[pair] === round) continue;
      marks[pair] = round;
      pairs[count] = pair;
      count += 1;
    }
    return count;
  }
}

/** Marks the pairs of a name, and counts those that are different. */
function mark(name: string, marks: Int32Array, value: number): number {
  let count = 0;
  for (let at = 0; at + 1 < name.length; at++) {
    const pair = pairAt(name, at);
    if (marks[pair] !== value) count += 1;
    marks[pair] = value;
  }
  return count;
}

function pairAt(name: string, at: number): number {
  return ((name.charCodeAt(at) & 255) << 8) | (name.charCodeAt(at + 1) & 255);
}
