import type { Weight } from "./stats-report.ts";

// A millionth is one token of the largest windows.
const PARTS = 1_000_000;

/** A part of a whole, rounded so that text and JSON say the same; 0 of nothing. */
export function toShare(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * PARTS) / PARTS;
}

/** What so many tokens are of a window. */
export function toWeight(tokens: number, contextWindow: number): Weight {
  return { tokens, share: toShare(tokens, contextWindow) };
}

/** The tokens of all of these together. */
export function sumTokens(weights: readonly Pick<Weight, "tokens">[]): number {
  return weights.reduce((sum, { tokens }) => sum + tokens, 0);
}
