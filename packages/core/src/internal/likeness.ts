/**
 * How alike two names are, from 0 to 1: twice the pairs of letters they share, over the pairs both have
 * (Sørensen–Dice). "night" and "nacht" share one pair of four each: 2 / 8 = 0.25.
 */
export function likenessTo(wanted: string): (name: string) => number {
  // A table of marks instead of a set for each name: names are compared by the thousand.
  const marks = new Int32Array(65_536);
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
