import { wordsOf } from "./words.ts";

const FEWEST_WORDS = 2;

/**
 * Whether a request calls a tool by the words of its name, one after the other: "please create an issue now" so
 * calls `create_issue`. A name of one word is too easily said.
 */
export function isCalledIn(request: readonly string[], name: string): boolean {
  const words = wordsOf(name);
  if (words.length < FEWEST_WORDS) return false;
  return request.some((_, at) => words.every((word, index) => request[at + index] === word));
}
