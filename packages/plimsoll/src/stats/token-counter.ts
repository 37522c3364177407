import { type CountTokens, estimateTokens, loadO200kCounter } from "@plimsoll/core";
import type { CounterName } from "./stats-report.ts";

/** A way of counting, with the name it is reported under. */
export interface TokenCounter {
  readonly name: CounterName;
  readonly count: CountTokens;
}

/** The estimate, or the exact counter; throws where the optional package of the latter is missing. */
export async function loadTokenCounter({ exact }: { readonly exact: boolean }): Promise<TokenCounter> {
  return exact
    ? { name: "o200k", count: countOnce(await loadO200kCounter()) }
    : { name: "estimate", count: countOnce(estimateTokens) };
}

/** Every strategy counts the same definitions again, and a tokenizer takes its time over each. */
function countOnce(count: CountTokens): CountTokens {
  const counted = new Map<string, number>();
  return (text) => {
    let tokens = counted.get(text);
    if (tokens === undefined) {
      tokens = count(text);
      counted.set(text, tokens);
    }
    return tokens;
  };
}
