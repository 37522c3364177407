import type { CacheUse } from "./prompt-cache.ts";

/** What tokens cost, in US dollars a million. */
export interface Prices {
  readonly input: number;
  /** What is read from the cache; the price of input if absent. */
  readonly cachedInput?: number;
  /** What is written to the cache; the price of input if absent. */
  readonly cacheWrite?: number;
  readonly output: number;
}

/** The prices of the models of a pattern: a row of the table. */
export interface PriceRow extends Prices {
  /** A whole-string glob on the model's name, without its vendor. */
  readonly pattern: string;
  /** What a request costs, all of it, whose input is longer than so many tokens. */
  readonly over?: Prices & { readonly tokens: number };
  /** When the row was last looked at. */
  readonly date: string;
  /** What it rests on. */
  readonly source: string;
}

const MILLION = 1_000_000;
/** A billionth of a dollar: sums stay the same whatever they are made of. */
const PARTS = 1_000_000_000;

/** What one request costs, in US dollars. */
export function costOf(
  { input, cached, uncached, written }: CacheUse,
  output: number,
  row: PriceRow,
): number {
  const prices = row.over !== undefined && input > row.over.tokens ? row.over : row;
  const { cachedInput = prices.input, cacheWrite = prices.input } = prices;
  const millionths =
    cached * cachedInput +
    written * cacheWrite +
    (uncached - written) * prices.input +
    output * prices.output;
  return toDollars(millionths / MILLION);
}

/** A sum of money, rounded so that text and JSON say the same. */
export function toDollars(sum: number): number {
  return Math.round(sum * PARTS) / PARTS;
}
