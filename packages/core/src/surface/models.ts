import type { StrategyName } from "../activation/record.ts";
import { defined } from "../internal/defined.ts";
import { isNamedBy, namesOf } from "./matches-model.ts";
import type { ModelCapabilities, ModelRow, ToolNameRule } from "./model-capabilities.ts";
import { lackedOn } from "./platforms.ts";

const DATE = "2026-11-16";

/** What the models of a line have in common. */
interface Line extends Pick<ModelCapabilities, "toolNames" | "schemas"> {
  readonly strategies: readonly StrategyName[];
}

const NAMES: ToolNameRule = { pattern: "^[A-Za-z0-9_-]+$", maxLength: 64 };
const LETTER_FIRST: ToolNameRule = { pattern: "^[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 };

const BRIDGE = ["bridge", "append", "all"] as const;
const NATIVE = ["native", ...BRIDGE] as const;
const TRANSCRIPT = ["transcript", ...NATIVE] as const;

const CLAUDE: Line = { strategies: BRIDGE, toolNames: NAMES, schemas: "anthropic" };
const CLAUDE_NATIVE: Line = { ...CLAUDE, strategies: NATIVE };
const CLAUDE_TRANSCRIPT: Line = { ...CLAUDE, strategies: TRANSCRIPT };
const GPT: Line = { strategies: BRIDGE, toolNames: NAMES, schemas: "openai" };
const GPT_NATIVE: Line = { ...GPT, strategies: NATIVE };
const GPT_TRANSCRIPT: Line = { ...GPT, strategies: TRANSCRIPT };
const KIMI: Line = { ...GPT, toolNames: LETTER_FIRST };
const GEMINI: Line = {
  strategies: BRIDGE,
  toolNames: { pattern: "^[A-Za-z_][A-Za-z0-9_.:-]*$", maxLength: 64 },
  schemas: "gemini",
};
const OTHER: Line = { ...GPT, schemas: "lenient" };

const MILLION = 1_000_000;

const CHANGES = "platform.claude.com: mid-conversation tool changes";
const SEARCH = "platform.claude.com: tool search, 4.5 and later";
const BINDS = "platform.claude.com: preserved thinking";
const UNSURE = "binding not verified";
const GENAI = "@google/genai 2.32: no deferral";
const OPENAI_SEARCH = "developers.openai.com: tool search, gpt-5.4 and later";
const OPENAI_TOOLS = "pi-ai 1.5.0: additional_tools, gpt-5.6 and later";
const MODEL_PAGE = "window: the vendor's model page";
const RESTATED = "window: restated by others";
const GUESSED = "window not verified";
const NOTHING_KNOWN = "schemas: nothing known to be rejected";
const MATRIXCODE = "window: docs.rs/matrixcode-core, context_window_for";
const MOONSHOT = "github.com/MoonshotAI/kimi-cli/issues/2531: letters first, no anyOf at the top";
const OPENMODELS = "window: github.com/openmodelsrun/openmodels v1.2.0";

const ANY = row("*", 128_000, OTHER, "no row matches: a cautious guess");

/**
 * What is known of models, the first row that matches counting. A model that binds its thinking to the array refuses
 * `append`: a changed array makes its earlier thinking invalid.
 */
export const MODELS: readonly ModelCapabilities[] = [
  binding("claude-fable-5-1*", MILLION, CLAUDE_TRANSCRIPT, BINDS, CHANGES, MODEL_PAGE),
  binding("claude-mythos-5-1*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, UNSURE, GUESSED),
  binding("claude-opus-5-5*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, GUESSED),
  binding("claude-sonnet-5-5*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, UNSURE, GUESSED),
  binding("claude-haiku-5-5*", 200_000, CLAUDE_TRANSCRIPT, CHANGES, UNSURE, GUESSED),
  row("claude-fable-5*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, "window: docs.aws.amazon.com, model card"),
  row("claude-mythos-5*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, GUESSED),
  row("claude-opus-5*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, GUESSED),
  row("claude-opus-4-8*", MILLION, CLAUDE_TRANSCRIPT, CHANGES, MODEL_PAGE),
  row("claude-sonnet-5*", MILLION, CLAUDE_NATIVE, SEARCH, OPENMODELS),
  row("claude-*-4-7*", 200_000, CLAUDE_NATIVE, SEARCH, GUESSED),
  row("claude-*-4-6*", 200_000, CLAUDE_NATIVE, SEARCH, RESTATED),
  row("claude-*-4-5*", 200_000, CLAUDE_NATIVE, SEARCH, RESTATED),
  row("claude-*-4-1*", 200_000, CLAUDE, SEARCH, RESTATED),
  row("claude-*-4-0*", 200_000, CLAUDE, SEARCH, RESTATED),
  row("claude-*-4", 200_000, CLAUDE, SEARCH, RESTATED),
  row("claude-3*", 200_000, CLAUDE, SEARCH, RESTATED),
  // Later ones are said to bind their thinking for everybody.
  binding("claude-*", 200_000, CLAUDE, "no such model is known: the cautious choice"),
  row("gpt-6*", 400_000, GPT_TRANSCRIPT, OPENAI_TOOLS, GUESSED),
  row("gpt-5.6-luna*", 400_000, GPT_TRANSCRIPT, OPENAI_TOOLS, OPENMODELS),
  row("gpt-5.6*", MILLION, GPT_TRANSCRIPT, OPENAI_TOOLS, OPENMODELS),
  row("gpt-5.5*", MILLION, GPT_NATIVE, OPENAI_SEARCH, RESTATED),
  row("gpt-5.4*", 1_050_000, GPT_NATIVE, OPENAI_SEARCH, "window: docs.oxen.ai, gpt-5-4-2026-03-05"),
  row("gpt-4.1*", 1_047_576, GPT, OPENAI_SEARCH, GUESSED),
  row("gpt-4*", 128_000, GPT, OPENAI_SEARCH, RESTATED),
  row("gpt-3.5*", 16_385, GPT, OPENAI_SEARCH, RESTATED),
  row("gpt-oss*", 128_000, OTHER, NOTHING_KNOWN, GUESSED),
  row("gpt-*", 400_000, GPT, OPENAI_SEARCH, "window: github.com/labring/fastgpt-plugin/pull/297"),
  row("chatgpt-*", 128_000, GPT, OPENAI_SEARCH, RESTATED),
  row("o1*", 200_000, GPT, OPENAI_SEARCH, RESTATED),
  row("o3*", 200_000, GPT, OPENAI_SEARCH, RESTATED),
  row("o4*", 200_000, GPT, OPENAI_SEARCH, GUESSED),
  row("gemini-3.5-pro*", 2_000_000, GEMINI, GENAI, OPENMODELS),
  row("gemini-*", 1_048_576, GEMINI, GENAI, RESTATED),
  row("deepseek-v4*", MILLION, OTHER, NOTHING_KNOWN, RESTATED),
  row("deepseek*", 128_000, OTHER, NOTHING_KNOWN, RESTATED),
  row("kimi-k3*", 1_048_576, KIMI, MOONSHOT, "window: docs.apiyi.com, kimi-k3"),
  row("kimi-*", 131_072, KIMI, MOONSHOT, "window: vercel.com/ai-gateway, kimi-k2"),
  row("grok-4*", 256_000, OTHER, NOTHING_KNOWN, OPENMODELS),
  row("grok-*", 131_072, OTHER, NOTHING_KNOWN, GUESSED),
  row("mistral-7b*", 32_768, OTHER, NOTHING_KNOWN, "window: openrouter.ai/mistralai"),
  row("*stral*", 128_000, OTHER, NOTHING_KNOWN, GUESSED),
  row("qwen3*2507*", 262_144, OTHER, NOTHING_KNOWN, "window: github.com/qwenlm/qwen3"),
  row("qwen*", 128_000, OTHER, NOTHING_KNOWN, MATRIXCODE),
  row("glm-*", 128_000, OTHER, NOTHING_KNOWN, MATRIXCODE),
  row("llama*", 128_000, OTHER, NOTHING_KNOWN, MATRIXCODE),
  ANY,
];

/**
 * What is known of a model, by its name with or without its vendor. Rows of the host's own come first; what one of
 * them leaves out, the next row that matches says.
 */
export function capabilitiesOf(model: string, own: readonly ModelRow[] = []): ModelCapabilities {
  const names = namesOf(model);
  const isMeant = ({ pattern }: ModelRow): boolean => isNamedBy([pattern], names);
  const known = MODELS.find(isMeant) ?? ANY;
  const lacked = lackedOn(model);
  let found: ModelCapabilities = {
    ...known,
    strategies: known.strategies.filter((name) => !lacked.includes(name)),
  };
  for (const one of own.filter(isMeant).reverse()) found = { ...found, ...defined(one) };
  return withoutBroken(found);
}

/** A model that binds its thinking has no `append`, whatever a row took over from another. */
function withoutBroken(capabilities: ModelCapabilities): ModelCapabilities {
  const { bindsThinking, strategies } = capabilities;
  return { ...capabilities, strategies: strategies.filter((name) => !bindsThinking || name !== "append") };
}

function row(
  pattern: string,
  contextWindow: number,
  { strategies, toolNames, schemas }: Line,
  ...sources: readonly string[]
): ModelCapabilities {
  const checked = { date: DATE, source: sources.join("; ") };
  return { pattern, strategies, contextWindow, bindsThinking: false, toolNames, schemas, checked };
}

function binding(...said: Parameters<typeof row>): ModelCapabilities {
  return withoutBroken({ ...row(...said), bindsThinking: true });
}
