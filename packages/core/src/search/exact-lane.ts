import { compareText } from "../internal/compare.ts";
import type { LexicalLane } from "./lexical-lane.ts";
import { isSuffixKey } from "./name-parts.ts";
import type { NameTable } from "./name-table.ts";
import type { NameGiven } from "./named-in.ts";
import type { Reach } from "./reach.ts";
import type { Slots } from "./slots.ts";

/** Where names are looked up. */
export interface NameSpace {
  readonly names: NameTable;
  readonly slots: Slots;
  readonly lexical: LexicalLane;
}

/** A longer text is no name's end. */
const MOST_SUFFIX_LETTERS = 64;

/** The tools in reach that a name stands for: those that have it, or once had it, or the only one that ends in it. */
export function findNamed({ text, key, alone, marked }: NameGiven, reach: Reach, space: NameSpace): number[] {
  const inReach = (slots: readonly number[]): number[] => slots.filter((slot) => reach.mask[slot] === 1);
  const named = inReach(space.names.named(key));
  if (named.length > 0) return inOrder(named, text, space.slots);
  const once = alone ? inReach(space.names.onceNamed(key)) : [];
  if (once.length > 0) return inOrder(once, text, space.slots);
  if (!marked || key.length > MOST_SUFFIX_LETTERS || /\s/u.test(text)) return [];
  const ending: number[] = [];
  space.lexical.forEachCandidate(text, reach, (slot) => {
    const facts = space.slots.at(slot);
    if (facts?.localKey.endsWith(key) === true && isSuffixKey(key, facts.localName)) ending.push(slot);
  });
  return ending.length === 1 ? ending : [];
}

/** The tool whose canonical name was given to the letter, then by name. */
function inOrder(found: number[], text: string, slots: Slots): number[] {
  const nameOf = (slot: number): string => slots.at(slot)?.name ?? "";
  return found.sort((a, b) => {
    const [one, other] = [nameOf(a), nameOf(b)];
    return Number(other === text) - Number(one === text) || compareText(one, other);
  });
}
