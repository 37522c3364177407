import { groupBy } from "../../internal/group-by.ts";
import type { Profile } from "./profile.ts";

/** Beyond this many holders, a word brings nobody together who has nothing rarer in common. */
const MAX_HOLDERS = 60;
/** Groups up to this size are compared whole. */
const SMALL_GROUP = 24;
const MAX_NAME_WORDS = 8;

/**
 * Pairs worth comparing, each once at least: tools whose names have the same words, or one word more. Comparing all
 * pairs of 40,000 tools would be 800 million; these are found by looking names up, with each word left out in turn.
 */
export function* candidatePairs(profiles: readonly Profile[]): Generator<readonly [Profile, Profile]> {
  const groups = groupBy(profiles, ({ nameWords }) => nameWords.join(" "));
  for (const group of groups.values()) yield* pairsWithin(group);
  for (const [key, group] of groups) {
    const words = key.split(" ");
    if (words.length < 2 || words.length > MAX_NAME_WORDS) continue;
    for (const word of words) {
      // A verb less is another thing to do.
      if (word.startsWith(":")) continue;
      const shorter = groups.get(words.filter((other) => other !== word).join(" "));
      if (shorter !== undefined) yield* pairsBetween(group, shorter);
    }
  }
}

function* pairsWithin(group: readonly Profile[]): Generator<readonly [Profile, Profile]> {
  if (group.length <= SMALL_GROUP) {
    for (const [at, a] of group.entries()) for (const b of group.slice(at + 1)) yield [a, b];
    return;
  }
  const holders = holdersOf(group);
  for (const a of group) {
    for (const b of sharersOf(a, holders)) if (a.entry.name < b.entry.name) yield [a, b];
  }
}

function* pairsBetween(
  group: readonly Profile[],
  others: readonly Profile[],
): Generator<readonly [Profile, Profile]> {
  if (group.length * others.length <= SMALL_GROUP ** 2) {
    for (const a of group) for (const b of others) yield [a, b];
    return;
  }
  const holders = holdersOf(others);
  for (const a of group) for (const b of sharersOf(a, holders)) yield [a, b];
}

function holdersOf(group: readonly Profile[]): ReadonlyMap<string, readonly Profile[]> {
  const words = group.flatMap((profile) => [...profile.text].map((word) => ({ word, profile })));
  return new Map(
    [...groupBy(words, ({ word }) => word)].map(([word, held]) => [word, held.map(({ profile }) => profile)]),
  );
}

function sharersOf(a: Profile, holders: ReadonlyMap<string, readonly Profile[]>): ReadonlySet<Profile> {
  const found = new Set<Profile>();
  for (const word of a.text) {
    const sharing = holders.get(word) ?? [];
    if (sharing.length <= MAX_HOLDERS) for (const b of sharing) found.add(b);
  }
  found.delete(a);
  return found;
}
