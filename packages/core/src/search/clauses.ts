import { wordsOf } from "./words.ts";

/** A part of a request that may want a tool of its own. */
export interface Clause {
  readonly text: string;
  readonly words: readonly string[];
}

/** A part with fewer words than this says too little on its own, and is read with its neighbour. */
const FEWEST_WORDS = 4;
const MOST_CLAUSES = 8;

// The joining words stay: what is no stop word may be what the request is about.
const BREAK =
  /(?<=[.!?;:]) |[。！？；\n]|,? (?=(?:and|then|also|plus|finally|lastly|afterwards|after that|as well as) )/iu;

/**
 * The parts of a request: "Read the quarterly sales report and mail it to everybody in the team" has two,
 * "list open issues and pulls" has one.
 */
export function clausesOf(text: string): Clause[] {
  const clauses: { text: string; words: string[] }[] = [];
  // One space for many: the pattern would otherwise look at each of them anew.
  for (const part of text.replace(/[^\S\n]+/gu, " ").split(BREAK)) {
    const words = wordsOf(part);
    const last = clauses.at(-1);
    if (last === undefined) clauses.push({ text: part, words });
    else if (Math.min(words.length, last.words.length) < FEWEST_WORDS || clauses.length === MOST_CLAUSES) {
      last.text += ` ${part}`;
      for (const word of words) last.words.push(word);
    } else clauses.push({ text: part, words });
  }
  return clauses;
}
