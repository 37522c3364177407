import type { ModelCapabilities } from "./model-capabilities.ts";
import { matchesAny } from "./pattern.ts";

const ANTHROPIC = { date: "2026-11-15", source: "platform.claude.com/docs: model pages" };
const OPENAI = { date: "2026-11-15", source: "platform.openai.com/docs: model pages" };
const DEEPSEEK = { date: "2026-11-15", source: "api-docs.deepseek.com: models and pricing" };
const GOOGLE = { date: "2026-11-15", source: "ai.google.dev: Gemini models" };
const UNKNOWN = { date: "2026-11-15", source: "no row matches: a cautious guess" };

const MILLION = 1_000_000;

/**
 * What is known of models, the first row that matches counting. A model that binds its thinking to the array
 * refuses `append`: a changed array makes its earlier thinking invalid.
 */
export const MODELS: readonly ModelCapabilities[] = [
  row("claude-fable-5-1*", MILLION, ANTHROPIC, { bindsThinking: true }),
  row("claude-opus-5-5*", MILLION, ANTHROPIC, { bindsThinking: true }),
  ...["fable-5", "opus-5", "opus-4-8", "sonnet-5"].map((name) => row(`claude-${name}*`, MILLION, ANTHROPIC)),
  row("claude-*", 200_000, ANTHROPIC),
  row("gpt-4.1*", 1_047_576, OPENAI),
  row("gpt-4*", 128_000, OPENAI),
  row("gpt-5.5*", MILLION, OPENAI),
  row("gpt-5*", 400_000, OPENAI),
  row("gpt-*", 400_000, OPENAI),
  row("o1*", 200_000, OPENAI),
  row("o3*", 200_000, OPENAI),
  row("o4*", 200_000, OPENAI),
  row("deepseek-v4*", MILLION, DEEPSEEK),
  row("deepseek*", 128_000, DEEPSEEK),
  row("gemini-*", 1_048_576, GOOGLE),
  row("*", 128_000, UNKNOWN),
];

/** What is known of a model, by its name with or without its vendor; rows of the host's own come first. */
export function capabilitiesOf(model: string, own: readonly ModelCapabilities[] = []): ModelCapabilities {
  const name = model.replace(/^.*\//, "").toLowerCase();
  const found = [...own, ...MODELS].find(({ pattern }) => matchesAny([pattern], name));
  return found ?? row("*", 128_000, UNKNOWN);
}

function row(
  pattern: string,
  contextWindow: number,
  checked: ModelCapabilities["checked"],
  { bindsThinking = false }: { readonly bindsThinking?: boolean } = {},
): ModelCapabilities {
  const strategies = bindsThinking ? (["bridge", "all"] as const) : (["bridge", "all", "append"] as const);
  return { pattern, strategies, contextWindow, bindsThinking, rejectedKeywords: [], checked };
}
