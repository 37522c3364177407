import { matchesModel } from "./matches-model.ts";
import type { ModelCapabilities } from "./model-capabilities.ts";

const DATE = "2026-11-15";
const VENDOR = { date: DATE, source: "the vendor's model page, in a stored copy" };
const SECOND_HAND = { date: DATE, source: "third-party pages that restate the vendor's figure" };
const UNVERIFIED = { date: DATE, source: "not verified: from the model's line, or commonly known" };
const UNKNOWN = { date: DATE, source: "no row matches: a cautious guess" };

const MILLION = 1_000_000;

/**
 * What is known of models, the first row that matches counting. A model that binds its thinking to the array
 * refuses `append`: a changed array makes its earlier thinking invalid.
 */
export const MODELS: readonly ModelCapabilities[] = [
  row("claude-fable-5-1*", MILLION, VENDOR, { bindsThinking: true }),
  row("claude-opus-5-5*", MILLION, UNVERIFIED, { bindsThinking: true }),
  row("claude-opus-4-8*", MILLION, VENDOR),
  row("claude-sonnet-5*", MILLION, SECOND_HAND),
  row("claude-fable-5*", MILLION, UNVERIFIED),
  row("claude-opus-5*", MILLION, UNVERIFIED),
  row("claude-*", 200_000, SECOND_HAND),
  row("gpt-4.1*", 1_047_576, UNVERIFIED),
  row("gpt-4*", 128_000, SECOND_HAND),
  row("gpt-5.5*", MILLION, SECOND_HAND),
  row("gpt-*", 400_000, UNVERIFIED),
  row("o1*", 200_000, SECOND_HAND),
  row("o3*", 200_000, SECOND_HAND),
  row("o4*", 200_000, UNVERIFIED),
  row("deepseek-v4*", MILLION, SECOND_HAND),
  row("deepseek*", 128_000, SECOND_HAND),
  row("gemini-*", 1_048_576, SECOND_HAND),
  row("*", 128_000, UNKNOWN),
];

/** What is known of a model, by its name with or without its vendor; rows of the host's own come first. */
export function capabilitiesOf(model: string, own: readonly ModelCapabilities[] = []): ModelCapabilities {
  const found = [...own, ...MODELS].find(({ pattern }) => matchesModel([pattern], model));
  return found ?? row("*", 128_000, UNKNOWN);
}

function row(
  pattern: string,
  contextWindow: number,
  checked: ModelCapabilities["checked"],
  { bindsThinking = false }: { readonly bindsThinking?: boolean } = {},
): ModelCapabilities {
  const inHistory = /^(claude|gpt)-/.test(pattern) ? (["transcript", "native"] as const) : [];
  const strategies = [
    ...inHistory,
    "bridge" as const,
    "all" as const,
    ...(bindsThinking ? [] : ["append" as const]),
  ];
  return { pattern, strategies, contextWindow, bindsThinking, rejectedKeywords: [], checked };
}
