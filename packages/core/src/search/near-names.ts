import { likenessTo } from "../internal/likeness.ts";
import { lettersOf, mayBeAlike } from "./letters.ts";
import type { Reach } from "./reach.ts";
import type { Slots } from "./slots.ts";

const LEAST_LIKENESS = 0.5;
const FEWEST_LETTERS = 3;
const MOST_LETTERS = 80;

/** A tool that a misspelt name may mean. */
export interface NearName {
  readonly name: string;
  /** From 0 to 1. */
  readonly likeness: number;
}

/** The tools in reach whose names are much like a name that nobody has. */
export function findNearNames(key: string, reach: Reach, slots: Slots): NearName[] {
  if (key.length < FEWEST_LETTERS || key.length > MOST_LETTERS) return [];
  const letters = lettersOf(key);
  const likeness = likenessTo(key);
  const near: NearName[] = [];
  slots.forEach((facts, slot) => {
    if (reach.mask[slot] !== 1) return;
    const alike = Math.max(
      mayBeAlike(letters, facts.localLetters) ? likeness(facts.localKey) : 0,
      mayBeAlike(letters, facts.letters) ? likeness(facts.key) : 0,
    );
    if (alike >= LEAST_LIKENESS) near.push({ name: facts.name, likeness: alike });
  });
  return near;
}
