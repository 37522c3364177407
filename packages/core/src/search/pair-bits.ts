import { grown } from "../internal/grown.ts";

/** Twice the shared bits of two names that are alike are at least this part of the bits both have. */
const LEAST_SHARED = 0.5;
/** And it is not longer or shorter than this many times the other. */
const MOST_TIMES = 2.4;

/**
 * The pairs of letters of every slot's name, as 64 bits: enough to tell in a moment that two names are nothing
 * alike. Two bits may stand for the same pair, so what is left must be looked at.
 */
export class PairBits {
  #low = new Uint32Array(64);
  #high = new Uint32Array(64);
  #lengths = new Uint32Array(64);
  #counts = new Uint32Array(64);

  set(slot: number, name: string): void {
    if (slot >= this.#low.length) {
      this.#low = grown(this.#low, slot * 2);
      this.#high = grown(this.#high, slot * 2);
      this.#lengths = grown(this.#lengths, slot * 2);
      this.#counts = grown(this.#counts, slot * 2);
    }
    const { low, high } = bitsOf(name);
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#lengths[slot] = name.length;
    this.#counts[slot] = countBits(low) + countBits(high);
  }

  /** Visits the slots of a mask whose name may be much like this one. */
  forEachAlike(name: string, mask: Uint8Array, visit: (slot: number) => void): void {
    const { low, high } = bitsOf(name);
    const count = countBits(low) + countBits(high);
    const most = name.length * MOST_TIMES;
    const least = name.length / MOST_TIMES;
    for (let slot = 0; slot < mask.length; slot++) {
      const length = this.#lengths[slot] ?? 0;
      if (mask[slot] === 0 || length > most || length < least) continue;
      const shared = countBits(low & (this.#low[slot] ?? 0)) + countBits(high & (this.#high[slot] ?? 0));
      if (2 * shared >= LEAST_SHARED * (count + (this.#counts[slot] ?? 0))) visit(slot);
    }
  }
}

function bitsOf(name: string): { readonly low: number; readonly high: number } {
  let low = 0;
  let high = 0;
  for (let at = 0; at + 1 < name.length; at++) {
    const bit = (Math.imul(name.charCodeAt(at) * 31 + name.charCodeAt(at + 1), 0x9e3779b1) >>> 26) & 63;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { low, high };
}

function countBits(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
