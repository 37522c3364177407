import { cut } from "../internal/cut.ts";
import type { CountTokens } from "../surface/tokens.ts";

/** More letters than any text has to a token: so long a text is cut before it is counted. */
const LETTERS_A_TOKEN = 8;

/** A text of at most so many tokens, its end marked with `…` if it was longer. */
export function cutToTokens(text: string, most: number, countTokens: CountTokens): string {
  let kept = cut(text, most * LETTERS_A_TOKEN);
  for (let tokens = countTokens(kept); tokens > most && kept.length > 1; tokens = countTokens(kept)) {
    // A little less than its share, so that few rounds are needed.
    kept = cut(kept, Math.max(1, Math.floor(((kept.length * most) / tokens) * 0.95)));
  }
  return kept;
}
