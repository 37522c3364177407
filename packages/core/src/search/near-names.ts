import { compareText } from "../internal/compare.ts";
import { likenessTo } from "../internal/likeness.ts";
import type { LexicalLane } from "./lexical-lane.ts";
import { toNameKey } from "./name-key.ts";
import type { NameGiven } from "./named-in.ts";
import type { PairBits } from "./pair-bits.ts";
import type { Reach } from "./reach.ts";
import type { Slots } from "./slots.ts";

/** Where misspelt names are looked up. */
export interface NearNameSpace {
  /** Of the names within their sources. */
  readonly pairBits: PairBits;
  readonly slots: Slots;
  readonly lexical: LexicalLane;
}

const LEAST_LIKENESS = 0.6;
const FEWEST_LETTERS = 3;
const MOST_LETTERS = 48;
/** More words than this are a request, not a name. */
const MOST_WORDS = 4;
/** No more names of one query are looked up. */
const MOST_LOOK_UPS = 3;
const MOST_SUGGESTIONS = 3;

/** The tools in reach whose names are much like a name that is given and that nobody has; the most alike first. */
export function suggestNames(given: readonly NameGiven[], reach: Reach, space: NearNameSpace): string[] {
  const likenesses = new Map<string, number>();
  for (const { text, key } of given
    .filter((name) => isMisspelt(name, reach, space))
    .slice(0, MOST_LOOK_UPS)) {
    const likeness = likenessTo(key);
    space.pairBits.forEachAlike(localKeyOf(text), reach.mask, (slot) => {
      const facts = space.slots.at(slot);
      if (facts === undefined) return;
      const alike = Math.max(likeness(facts.localKey), likeness(facts.key));
      if (alike >= Math.max(LEAST_LIKENESS, likenesses.get(facts.name) ?? 0))
        likenesses.set(facts.name, alike);
    });
  }
  return [...likenesses]
    .sort(([a, likeA], [b, likeB]) => likeB - likeA || compareText(a, b))
    .slice(0, MOST_SUGGESTIONS)
    .map(([name]) => name);
}

/** What of a name stands behind its source. */
function localKeyOf(text: string): string {
  const slash = text.lastIndexOf("/");
  return toNameKey(text.slice((slash < 0 ? text.lastIndexOf("__") : slash) + 1));
}

/**
 * Whether something is a misspelt name rather than a number, a key or a request. It has a word that no tool has;
 * and in the midst of a sentence also one that some tool has, while with spaces in it there is none.
 */
function isMisspelt({ text, key, alone }: NameGiven, reach: Reach, { lexical }: NearNameSpace): boolean {
  if (key.length < FEWEST_LETTERS || key.length > MOST_LETTERS) return false;
  const { known, unknown } = lexical.countWords(text, reach);
  if (unknown === 0 || known + unknown > MOST_WORDS) return false;
  return /\s/u.test(text) ? alone && known === 0 : alone || known > 0;
}
