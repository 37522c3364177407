import type {
  Exposure,
  LifecycleState,
  ProviderAccount,
  SetAside,
  SourceKind,
  StrategyName,
} from "@plimsoll/core";

/** Where the context goes, as data: the text of `plimsoll stats` and its `--json` are made from it. */
export interface StatsReport {
  readonly model: string;
  /** False where no row of the table of models speaks of it, and its window is a cautious guess. */
  readonly isKnownModel: boolean;
  readonly contextWindow: number;
  /** What every number of tokens was counted by. */
  readonly counter: CounterName;
  /** What a conversation with this model is opened under. */
  readonly strategy: StrategyName;
  readonly total: StatsTotal;
  /** In the order that was asked for. */
  readonly sources: readonly SourceStats[];
  /** The heaviest first. */
  readonly tools: readonly ToolStats[];
  readonly strategies: readonly StrategyStats[];
  /** The arrays as the model's provider renders them, its own instructions on tool use apart. */
  readonly rendered: { readonly everyTool: ProviderAccount; readonly firstStep: ProviderAccount };
  readonly retired: readonly RetiredName[];
  readonly setAside: readonly SetAside[];
}

/** How tokens were counted: by the shape of texts, or by the tokenizer itself. */
export type CounterName = "estimate" | "o200k";

/** Tokens, and the part of the model's window that they take. */
export interface Weight {
  readonly tokens: number;
  readonly share: number;
}

/** What all definitions come to. */
export interface StatsTotal extends Weight, ToolCounts {
  readonly sources: number;
}

/** How many tools there are, and how the first step has them. */
export interface ToolCounts {
  readonly tools: number;
  readonly inHead: number;
  readonly deferred: number;
  /** Tools that a lifecycle row speaks of, by what it says. */
  readonly states: { readonly active: number; readonly deferred: number };
  /** Retired names that a tool among these stands in for; in the total also those that lead nowhere. */
  readonly retired: number;
  readonly setAside: number;
}

/** One source: its tools, and what their definitions come to. */
export interface SourceStats extends Weight, ToolCounts {
  readonly id: string;
  readonly kind: SourceKind;
}

/** One tool: what its definition takes, and how the first step has it. */
export interface ToolStats extends Weight {
  readonly name: string;
  readonly source: string;
  readonly exposure: Extract<Exposure, "head" | "deferred">;
  /** Only where a lifecycle row speaks of it. */
  readonly state?: LifecycleState;
  /** The old names it stands in for, where there are any. */
  readonly retiredNames?: readonly string[];
}

/** An old name, which takes no room. */
export interface RetiredName {
  readonly name: string;
  readonly state: LifecycleState;
  /** The tool that stands in for it, where there is one. */
  readonly replacement?: string;
}

/** What the first step takes under a strategy; or why this model cannot be answered under it. */
export type StrategyStats =
  | (Weight & {
      readonly strategy: StrategyName;
      /** How many definitions are in the array, meta-tools included. */
      readonly tools: number;
      readonly arrayTokens: number;
      readonly promptTokens: number;
      /** Less than all definitions in the array; negative where it is more. */
      readonly savedTokens: number;
      /** The part of all definitions that is saved. */
      readonly savedShare: number;
    })
  | { readonly strategy: StrategyName; readonly refused: string };
