/** How many different letters a misspelt name may have too many, and too few. */
const MOST_OTHER_LETTERS = 3;

/** The letters of a name as bits: enough to tell in a moment that two names are nothing alike. */
export function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << (key.charCodeAt(at) & 31);
  return letters;
}

/** Whether two names may be one and a misspelling of it. */
export function mayBeAlike(a: number, b: number): boolean {
  return countBits(a & ~b) <= MOST_OTHER_LETTERS && countBits(b & ~a) <= MOST_OTHER_LETTERS;
}

function countBits(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
