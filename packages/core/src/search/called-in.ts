import { partsOf } from "./name-parts.ts";
import type { NameTable } from "./name-table.ts";
import type { Reach } from "./reach.ts";
import type { Slots } from "./slots.ts";

/** Where names are looked up. */
export interface CalledSpace {
  readonly names: NameTable;
  readonly slots: Slots;
}

const MOST_PARTS = 6;
/** No more of a request is looked through. */
const MOST_WORDS = 200;

/**
 * The tools in reach that a request calls by the words of their names, one after the other: "please create issue
 * for me" so calls `create_issue`. A name of one word is too easily said.
 */
export function findCalled(text: string, { names, slots }: CalledSpace, { mask }: Reach): Set<number> {
  const words = partsOf(text).slice(0, MOST_WORDS);
  const called = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    let key = words[from] ?? "";
    for (let to = from + 1; to < Math.min(words.length, from + MOST_PARTS); to++) {
      key += words[to];
      for (const slot of names.named(key))
        if (mask[slot] === 1 && partsOf(slots.at(slot)?.localName ?? "").length > 1) called.add(slot);
    }
  }
  return called;
}
