import type { Activation } from "../activation/activation.ts";
import type { OpeningRecord, StrategyName } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { PermittedView } from "./permitted-view.ts";

/** The strategies there are. */
export const STRATEGY_NAMES: readonly StrategyName[] = ["all", "append", "bridge", "native", "transcript"];

/**
 * How a loaded tool reaches the model.
 *
 * Contract:
 * - Both methods are pure: equal arguments, equal arrays.
 * - `open` is asked once, at the first step; what it answers is kept in the opening record.
 * - `arrange` begins with the record's own definitions, in their order, unchanged: what was sent stays sent.
 * - Nothing about lifecycle, scores, time or mode enters a definition.
 */
export interface Strategy {
  readonly name: StrategyName;
  open(input: OpenInput): OpenPlan;
  arrange(record: OpeningRecord, activation: Activation, view: PermittedView): readonly ToolDefinition[];
}

/** What the first step has to decide from. */
export interface OpenInput {
  readonly head: readonly CatalogEntry[];
  /** The dialect's own definitions, in its order. */
  readonly metaTools: readonly ToolDefinition[];
  readonly view: PermittedView;
  /** What the provider must be told of to reveal it; absent where it need not be. */
  readonly declared?: OpeningRecord["deferred"];
}

/** The first step's array, and what the provider holds back. */
export interface OpenPlan {
  readonly tools: readonly ToolDefinition[];
  readonly deferred?: OpeningRecord["deferred"];
}
