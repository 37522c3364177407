/** Numbers in [0, 1), the same ones for the same seed. */
export type Random = () => number;

/** A small generator with 32 bits of state: enough to shuffle texts, not to keep secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Brings a list into a random order, in place. */
export function shuffle<T>(list: T[] | Uint32Array, random: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as T & number, list[at] as T & number];
  }
}
