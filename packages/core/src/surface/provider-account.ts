import { canonicalJson } from "../internal/canonical-json.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import { renderAsType } from "./render-types.ts";
import type { CountTokens } from "./tokens.ts";

/** Who renders tool definitions into a prompt, each in a way of its own. */
type RenderingProvider = "anthropic" | "openai" | "other";

/** What a provider's rendering of an array costs: the definitions, and what is put around them. */
export interface ProviderAccount {
  readonly definitions: number;
  /** The hidden instructions on tool use that come with any array that is not empty. */
  readonly overhead: number;
}

/**
 * Tokens of Anthropic's hidden tool-use prompt, for automatic tool choice; the first pattern that a model's name
 * contains counts. Figures of Anthropic's documentation as collected in 2026-11, not re-read since.
 */
const ANTHROPIC_OVERHEAD: readonly (readonly [string, number])[] = [
  ["opus-4-8", 290],
  ["opus-4-7", 675],
  ["sonnet-5", 354],
  ["4-6", 497],
  ["4-5", 496],
  ["opus-4", 313],
  ["sonnet-4", 313],
];

/** For a model that the table does not have: a guess, the figure of Sonnet 5. */
const ANTHROPIC_DEFAULT = 354;

function providerOf(model: string): RenderingProvider {
  const name = model.replace(/^.*\//, "");
  if (/claude/i.test(name)) return "anthropic";
  return /^(gpt|o\d|chatgpt)/i.test(name) ? "openai" : "other";
}

/**
 * Estimates what an array costs as its provider renders it. OpenAI turns schemas into lines that read like
 * TypeScript, so that full JSON is about half too much; Anthropic's rendering is close to the JSON; of others
 * nothing is known, and the JSON stands.
 */
export function accountFor(
  model: string,
  tools: readonly ToolDefinition[],
  countTokens: CountTokens,
): ProviderAccount {
  if (tools.length === 0) return { definitions: 0, overhead: 0 };
  const provider = providerOf(model);
  const render = provider === "openai" ? renderAsType : canonicalJson;
  const definitions = tools.reduce((sum, tool) => sum + countTokens(render(tool)), 0);
  return { definitions, overhead: provider === "anthropic" ? anthropicOverhead(model) : 0 };
}

function anthropicOverhead(model: string): number {
  return ANTHROPIC_OVERHEAD.find(([part]) => model.includes(part))?.[1] ?? ANTHROPIC_DEFAULT;
}
