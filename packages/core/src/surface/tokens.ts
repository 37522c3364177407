import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { canonicalJson } from "../internal/canonical-json.ts";

/**
 * Counts the tokens of a text.
 *
 * Contract:
 * - Pure, and never negative; 0 for the empty text.
 * - Fast: it is called for every tool of a catalog, once.
 */
export type CountTokens = (text: string) => number;

/** What a step's surface costs, in tokens, by the runtime's counter. */
export interface TokenAccount {
  /** Definitions and prompt section of the first step. */
  readonly head: number;
  /** The preview of the catalog, part of the prompt section and so of the head. */
  readonly cards: number;
  /** Definitions that the array carries beyond the head, because they were loaded. */
  readonly loaded: number;
  /** Definitions of permitted tools that the array does not carry. */
  readonly deferred: number;
  /** What the array would cost with every permitted tool in it. */
  readonly allEager: number;
  /** `allEager` less what is carried. */
  readonly saved: number;
  /**
   * The definitions from the first one on that differs from what the last step sent: a provider's cache does not hold
   * them any more, nor the messages behind them. 0 but for dialects that render their cards anew at each step.
   */
  readonly lost: number;
}

/** What a tool's definition costs in the array. */
export type EntryCost = (entry: CatalogEntry) => number;

/** Counts each entry's definition once: entries are immutable, and live as long as the catalog holds them. */
export function createEntryCost(countTokens: CountTokens): EntryCost {
  const costs = new WeakMap<CatalogEntry, number>();
  return (entry) => {
    let cost = costs.get(entry);
    if (cost === undefined) {
      cost = countTokens(canonicalJson(entry.definition));
      costs.set(entry, cost);
    }
    return cost;
  };
}
