import type { StrategyName } from "../activation/record.ts";
import type { SchemaDialectName } from "./schema-dialects/schema-dialect.ts";

/** What is known of the models whose names match a pattern: one row of the table that `auto` chooses from. */
export interface ModelCapabilities {
  /** A whole-string glob on the model's name, without its vendor. */
  readonly pattern: string;
  /** What such a model can follow. Which of them is chosen, is the dialect's to say. */
  readonly strategies: readonly StrategyName[];
  readonly contextWindow: number;
  /** Its thinking is bound to the array: changing it makes later requests fail, so `append` is refused. */
  readonly bindsThinking: boolean;
  /** What its provider takes as the name of a tool. */
  readonly toolNames: ToolNameRule;
  /** What its provider takes as the input schema of a tool. */
  readonly schemas: SchemaDialectName;
  /** When the row was last looked at, and what it rests on. */
  readonly checked: { readonly date: string; readonly source: string };
}

/** A rule for names on the wire. */
export interface ToolNameRule {
  /** A regular expression. */
  readonly pattern: string;
  readonly maxLength: number;
}

/** A row of a host's own. What it leaves out is as the next row says that matches, in the end one of Plimsoll's. */
export interface ModelRow extends Partial<Omit<ModelCapabilities, "pattern">> {
  readonly pattern: string;
}
