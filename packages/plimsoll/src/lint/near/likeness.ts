import type { Profile } from "./profile.ts";

// How alike the descriptions must be, by how alike the names are.
const THRESHOLDS = { "same-name": 0.5, "same-words": 0.55, "one-word-more": 0.6 } as const;
/** Below this, what two tools are given has nothing to do with each other. */
const PARAMETERS = 0.2;
/** Fewer words than this are alike by chance. */
const MIN_WORDS = 3;
/** A short text that a longer one repeats: `read_file` "… as text" within all that `read_text_file` says. */
const OVERLAP_WEIGHT = 0.75;
const MIN_OVERLAP_WORDS = 4;

/**
 * How alike two tools are, from 0 to 1, and 0 where a model can tell them apart: by a word that one of them has in
 * its name and the other nowhere, by one thing against many, or by the product that each speaks of.
 */
export function likeness(a: Profile, b: Profile): number {
  const names = compareNames(a, b);
  if (names === "apart") return 0;
  const sameSource = a.entry.source.id === b.entry.source.id;
  if (!sameSource && isToldByProduct(a, b)) return 0;
  const isBrief = Math.min(a.text.size, b.text.size) < MIN_WORDS;
  if (isBrief && !(sameSource && names !== "one-word-more")) return 0;
  const alike = Math.max(jaccard(a.text, b.text), OVERLAP_WEIGHT * overlap(a.text, b.text));
  if (alike < THRESHOLDS[names]) return 0;
  return alike < 1 && isGivenOther(a, b) ? 0 : alike;
}

function compareNames(a: Profile, b: Profile): keyof typeof THRESHOLDS | "apart" {
  if (a.entry.tool.name === b.entry.tool.name) return "same-name";
  if (a.nameWords.join(" ") !== b.nameWords.join(" ")) {
    return isToldByName(a, b) || isToldByName(b, a) ? "apart" : "one-word-more";
  }
  return isSubset(a.nouns, b.nouns) && isSubset(b.nouns, a.nouns) ? "same-words" : "apart";
}

function isGivenOther({ parameters: a }: Profile, { parameters: b }: Profile): boolean {
  return a.size + b.size > 0 && jaccard(a, b) < PARAMETERS;
}

/** How alike two sets are: what they share, over all they have. Two empty sets are not alike. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size > b.size) return jaccard(b, a);
  let shared = 0;
  for (const item of a) if (b.has(item)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** How much of the shorter text is in the longer one. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size > b.size) return overlap(b, a);
  return a.size < MIN_OVERLAP_WORDS ? 0 : [...a].filter((item) => b.has(item)).length / a.size;
}

// A version beside a name without one (`get_page`, `get_page_v2`) tells a model nothing.
function isToldByName(a: Profile, b: Profile): boolean {
  return a.nameWords.some((word) => !b.nameWords.includes(word) && !b.text.has(word) && !/^v\d+$/.test(word));
}

function isToldByProduct(a: Profile, b: Profile): boolean {
  return !isSubset(a.proper, b.text) && !isSubset(b.proper, a.text);
}

function isSubset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of a) if (!b.has(item)) return false;
  return true;
}
