import type { SearchDocument } from "./search-index.ts";

/** A number of 53 bits that differs when documents do, for all that chance allows. */
export function fingerprintOf(document: SearchDocument): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const read = (text: string): void => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    // A mark between texts, so that what one ends with is not what the next begins with.
    high = Math.imul(high ^ 0x1_0000, 2_246_822_507);
    low = Math.imul(low ^ 0x1_0000, 3_266_489_909);
  };
  for (const value of Object.values(document)) {
    if (typeof value === "string") read(value);
    else {
      for (const text of value) read(text);
      read(String(value.length));
    }
  }
  high ^= high >>> 16;
  low ^= low >>> 13;
  return (high & 0x1f_ffff) * 0x1_0000_0000 + (low >>> 0);
}
