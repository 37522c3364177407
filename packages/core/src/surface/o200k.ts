import { PlimsollError } from "../errors.ts";
import type { CountTokens } from "./tokens.ts";

// In a variable, so that no bundler takes two megabytes of an optional package along.
const PACKAGE = "gpt-tokenizer";
const ENTRY = `${PACKAGE}/encoding/o200k_base`;

/** The exact counter of OpenAI's models, from the optional package `gpt-tokenizer`, loaded when asked for. */
export async function loadO200kCounter(): Promise<CountTokens> {
  try {
    const { countTokens }: { readonly countTokens: CountTokens } = await import(ENTRY);
    return (text) => countTokens(text);
  } catch (cause) {
    const message = `Exact counting needs the package ${PACKAGE}, which is not installed. Run: npm install ${PACKAGE}`;
    throw new PlimsollError("TOKENIZER_MISSING", message, { package: PACKAGE }, { cause });
  }
}
