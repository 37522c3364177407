import { isModel } from "./is-model.ts";

/** How a provider's prompt cache works, for the models of a pattern. */
export interface CachingRules {
  /** A whole-string glob on the model's name, without its vendor. */
  readonly pattern: string;
  readonly provider: "anthropic" | "openai" | "deepseek" | "gemini" | "unknown";
  /** The parts of a request in the order in which they are rendered. */
  readonly order: readonly ("tools" | "system" | "messages")[];
  /** What of an earlier request can be read again. */
  readonly reads:
    | "any-prefix" // whatever both requests begin with
    | "breakpoints" // up to the end of a part: a mark stands behind the array, the system prompt and the last message
    | "units" // an earlier request as a whole, its reply included; or what two earlier requests had in common
    | "nothing";
  /** Shorter prefixes are neither written nor read. */
  readonly minimumTokens: number;
  /** What is read is a whole number of these. */
  readonly stepTokens: number;
  /** Whether what is written is told apart, and may have a price of its own. */
  readonly countsWrites: boolean;
  /** When the row was last looked at, and what it rests on. */
  readonly checked: { readonly date: string; readonly source: string };
}

type Facts = Omit<CachingRules, "pattern" | "minimumTokens">;

const DATE = "2026-11-16";
const TOOLS_FIRST = ["tools", "system", "messages"] as const;

const ANTHROPIC: Facts = {
  provider: "anthropic",
  order: TOOLS_FIRST,
  reads: "breakpoints",
  stepTokens: 1,
  countsWrites: true,
  checked: {
    date: DATE,
    source:
      "the vendor's prompt caching page, in a stored copy (platform.claude.com/docs/en/build-with-claude/prompt-caching); minimum: third-party pages that restate it",
  },
};
const OPENAI: Facts = {
  provider: "openai",
  order: TOOLS_FIRST,
  reads: "any-prefix",
  stepTokens: 128,
  countsWrites: false,
  checked: {
    date: DATE,
    source:
      "the vendor's prompt caching guide, in a stored copy (developers.openai.com/api/docs/guides/prompt-caching); steps of 128 tokens: commonly known, not verified",
  },
};
const DEEPSEEK: Facts = {
  provider: "deepseek",
  order: TOOLS_FIRST,
  reads: "units",
  stepTokens: 1,
  countsWrites: false,
  checked: {
    date: DATE,
    source:
      "the vendor's context caching guide, in a stored copy (api-docs.deepseek.com/guides/kv_cache); units at fixed intervals are left out, for their length is not published",
  },
};
const GEMINI: Facts = {
  provider: "gemini",
  order: ["system", "tools", "messages"],
  reads: "any-prefix",
  stepTokens: 1,
  countsWrites: false,
  checked: {
    date: DATE,
    source:
      "implicit caching and its minimum: the vendor's caching page, in a stored copy (ai.google.dev/gemini-api/docs/caching), which guarantees no hit; the system prompt before the tools: third party",
  },
};
const UNKNOWN: CachingRules = {
  pattern: "*",
  provider: "unknown",
  order: TOOLS_FIRST,
  reads: "nothing",
  minimumTokens: 0,
  stepTokens: 1,
  countsWrites: false,
  checked: { date: DATE, source: "no row matches: nothing is taken to be cached" },
};

/** What is known of prompt caches, the first row that matches counting. */
export const CACHING_RULES: readonly CachingRules[] = [
  ...rows(ANTHROPIC, 512, ["claude-opus-5*", "claude-fable-5*", "claude-mythos-5*"]),
  ...rows(ANTHROPIC, 2048, ["claude-opus-4-7*", "claude-haiku-3*", "claude-3-haiku*", "claude-3-5-haiku*"]),
  ...rows(ANTHROPIC, 4096, ["claude-opus-4-6*", "claude-opus-4-5*", "claude-haiku-4-5*"]),
  ...rows(ANTHROPIC, 1024, ["claude-*"]),
  ...rows({ ...OPENAI, countsWrites: true }, 1024, ["gpt-5.6*", "gpt-6*"]),
  ...rows(OPENAI, 1024, ["gpt-*", "chatgpt-*", "o1*", "o3*", "o4*"]),
  ...rows(DEEPSEEK, 0, ["deepseek*"]),
  ...rows(GEMINI, 1024, ["gemini-*-flash*"]),
  ...rows(GEMINI, 4096, ["gemini-*"]),
  UNKNOWN,
];

/** The rules that a model's requests are cached by. */
export function cachingRulesOf(model: string): CachingRules {
  return CACHING_RULES.find(({ pattern }) => isModel(pattern, model)) ?? UNKNOWN;
}

function rows(facts: Facts, minimumTokens: number, patterns: readonly string[]): CachingRules[] {
  return patterns.map((pattern) => ({ pattern, minimumTokens, ...facts }));
}
