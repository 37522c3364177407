import { PlimsollError } from "../errors.ts";
import type { CountTokens } from "./tokens.ts";

// In a variable, so that no bundler takes two megabytes of an optional package along.
const PACKAGE = "gpt-tokenizer";
const ENTRY = `${PACKAGE}/encoding/o200k_base`;

/** Text without a break costs the tokenizer the square of its length: longer runs are counted piece by piece. */
const MAX_RUN = 400;
const LONG_RUN = new RegExp(`\\S{${MAX_RUN},}|\\s{${MAX_RUN},}`, "u");

interface Tokenizer {
  countTokens(text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }): number;
}

/**
 * The exact counter of OpenAI's models, from the optional package `gpt-tokenizer`, loaded when asked for. A text that
 * spells a control token is text like any other. In a text with very long runs the count is off by at most one for
 * every 400 characters of them.
 */
export async function loadO200kCounter(): Promise<CountTokens> {
  try {
    const { countTokens }: Tokenizer = await import(ENTRY);
    const options = { disallowedSpecial: new Set<string>() };
    const count = (text: string): number => countTokens(text, options);
    return (text) => (LONG_RUN.test(text) ? sumOfPieces(text, count) : count(text));
  } catch (cause) {
    const message = `Exact counting needs the package ${PACKAGE}, which is not installed. Run: npm install ${PACKAGE}`;
    throw new PlimsollError("TOKENIZER_MISSING", message, { package: PACKAGE }, { cause });
  }
}

function sumOfPieces(text: string, count: CountTokens): number {
  const pieces = text.match(new RegExp(`\\S{1,${MAX_RUN}}|\\s{1,${MAX_RUN}}`, "gu")) ?? [];
  // Words belong with the blank before them; only runs that are cut anyway are counted apart.
  let sum = 0;
  let gathered = "";
  for (const piece of pieces) {
    if (piece.length < MAX_RUN) gathered += piece;
    else {
      sum += count(gathered) + count(piece);
      gathered = "";
    }
  }
  return sum + count(gathered);
}
