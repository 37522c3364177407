import type { StrategyName } from "../activation/record.ts";

/** What is known of the models whose names match a pattern: one row of the table that `auto` chooses from. */
export interface ModelCapabilities {
  /** A whole-string glob on the model's name, without its vendor. */
  readonly pattern: string;
  /** What such a model can follow, in the order of preference. */
  readonly strategies: readonly StrategyName[];
  readonly contextWindow: number;
  /** Its thinking is bound to the array: changing it makes later requests fail, so `append` is refused. */
  readonly bindsThinking: boolean;
  /** The JSON Schema keywords its provider rejects. */
  readonly rejectedKeywords: readonly string[];
  /** When the row was last looked at, and what it rests on. */
  readonly checked: { readonly date: string; readonly source: string };
}
