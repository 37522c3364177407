import { isModel } from "./is-model.ts";
import type { PriceRow, Prices } from "./price-table.ts";

const DATE = "2026-11-16";
const PRICE_PAGE =
  "the vendor's price page, in a stored copy (platform.claude.com/docs/en/about-claude/pricing)";
const MODEL_PAGE =
  "the vendor's model page, in a stored copy (platform.claude.com/docs/zh-CN/models/sonnet-5/overview)";
const NEW_CLAUDE =
  "input and output: the vendor's model page, in a stored copy (platform.claude.com/docs/about-claude/models/whats-new-opus-5); cache: a third party that restates the vendor (github.com/TheKrush/PromptFuel/releases)";
const GPT_6 =
  "up to 272,000 tokens of input, beyond which the price was not looked up; third parties that restate the vendor's price page (github.com/TheKrush/PromptFuel/releases, github.com/merefield/codexometer/releases)";
const GPT_6_ASTRA =
  "a third party that restates the vendor's price page (github.com/BerriAI/litellm/discussions/39633)";
const GPT_6_1_SOL =
  "third parties that restate the vendor's model page (github.com/amine123max/Codex-Manager/releases); cache write: 1.25 × input by the vendor's caching guide";
const GPT_6_1_TERRA =
  "a third party that restates the vendor's model page (apidog.com/jp/blog/gpt-6-1-terra-pricing)";
const GPT_5_6_TERRA =
  "up to 272,000 tokens of input, beyond which third parties disagree; a third party that restates the vendor (apidog.com/jp/blog/gpt-6-1-terra-pricing); cache write: 1.25 × input by the vendor's caching guide";
const GPT_5_4 = "a third party, of 2026-03 (docs.rs/crate/adk-model, openai/pricing.rs)";
const DEEPSEEK =
  "off-peak, twice as much at peak hours; a third party that restates the vendor's price page (github.com/benderandrew069/deepseek-api-pricing-2026)";
const GEMINI_3_FLASH =
  "a third party that quotes the vendor's price page, of 2026-07 (factquire.com/models/google/gemini-3-flash-preview.json)";

/** Over 272,000 tokens of input OpenAI takes twice the price of input and cache, and 1.5 times that of output. */
const OPENAI_LONG = 272_000;

/**
 * Prices, the first row that matches counting. A model without a row has no price here: none is guessed. Change them
 * with `--prices FILE`, whose rows come first.
 */
export const PRICES: readonly PriceRow[] = [
  short("claude-fable-5-1*", [10, 0.25, 12.5, 50], PRICE_PAGE),
  short("claude-mythos-5-1*", [10, 0.25, 12.5, 50], PRICE_PAGE),
  short("claude-fable-5*", [10, 1, 12.5, 50], PRICE_PAGE),
  short("claude-mythos-5*", [10, 1, 12.5, 50], PRICE_PAGE),
  short("claude-opus-5-5*", [4, 0.2, 5, 20], NEW_CLAUDE),
  short("claude-opus-5*", [5, 0.5, 6.25, 25], PRICE_PAGE),
  short("claude-opus-4-8*", [5, 0.5, 6.25, 25], PRICE_PAGE),
  short("claude-opus-4-7*", [5, 0.5, 6.25, 25], PRICE_PAGE),
  short("claude-opus-4-6*", [5, 0.5, 6.25, 25], PRICE_PAGE),
  short("claude-opus-4-5*", [5, 0.5, 6.25, 25], PRICE_PAGE),
  short("claude-opus-4-1*", [15, 1.5, 18.75, 75], PRICE_PAGE),
  short("claude-sonnet-5-5*", [2, 0.1, 2.5, 10], NEW_CLAUDE),
  short("claude-sonnet-5*", [2, 0.2, 2.5, 10], MODEL_PAGE),
  short("claude-sonnet-4*", [3, 0.3, 3.75, 15], PRICE_PAGE),
  {
    ...short("claude-haiku-5-5*", [0.1, 0.01, 0.125, 0.5], NEW_CLAUDE),
    // Input, reading and output: a third party (docs.rs/synaps); writing: 1.25 × input, as for every Claude model.
    over: { tokens: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
  },
  short("claude-haiku-4-5*", [1, 0.1, 1.25, 5], PRICE_PAGE),
  long("gpt-6.1-sol*", [2, 0.1, 2.5, 10], GPT_6_1_SOL),
  long("gpt-6.1-terra*", [1, 0.05, 1.25, 5], GPT_6_1_TERRA),
  long("gpt-6-astra*", [10, 1, 12.5, 50], GPT_6_ASTRA),
  short("gpt-6-sol*", [2, 0.2, 2.5, 10], GPT_6),
  short("gpt-6-luna*", [0.1, 0.01, 0.125, 0.5], GPT_6),
  short("gpt-5.6-terra*", [2, 0.2, 2.5, 12], GPT_5_6_TERRA),
  row("gpt-5.4-mini*", { input: 0.75, cachedInput: 0.075, output: 4.5 }, GPT_5_4),
  row("gpt-5.4", { input: 2.5, cachedInput: 0.25, output: 15 }, GPT_5_4),
  row("deepseek-v4-pro*", { input: 0.66, cachedInput: 0.022, output: 1.98 }, DEEPSEEK),
  row("deepseek-flash*", { input: 0.15, cachedInput: 0.003, output: 0.6 }, DEEPSEEK),
  row("gemini-3-flash*", { input: 0.5, cachedInput: 0.05, output: 3 }, GEMINI_3_FLASH),
];

/** The prices of a model; rows of one's own come first. Nothing where no row matches. */
export function pricesOf(model: string, own: readonly PriceRow[] = []): PriceRow | undefined {
  return [...own, ...PRICES].find(({ pattern }) => isModel(pattern, model));
}

type Four = readonly [input: number, cachedInput: number, cacheWrite: number, output: number];

function short(pattern: string, [input, cachedInput, cacheWrite, output]: Four, source: string): PriceRow {
  return row(pattern, { input, cachedInput, cacheWrite, output }, source);
}

function long(pattern: string, four: Four, source: string): PriceRow {
  const [input, cachedInput, cacheWrite, output] = four;
  const over = {
    tokens: OPENAI_LONG,
    input: input * 2,
    cachedInput: cachedInput * 2,
    cacheWrite: cacheWrite * 2,
    output: output * 1.5,
  };
  return { ...short(pattern, four, source), over };
}

function row(pattern: string, prices: Prices, source: string): PriceRow {
  return { pattern, ...prices, date: DATE, source };
}
