import { type CatalogSnapshot, type Step, type ToolDefinition, toSurfaceBytes } from "@plimsoll/core";
import { groupBy } from "../internal/group-by.ts";
import type { RetiredName, ToolStats } from "./stats-report.ts";
import type { TokenCounter } from "./token-counter.ts";
import { toWeight } from "./weigh.ts";

/** What tools are measured with. */
export interface ToolMeasure {
  readonly counter: TokenCounter;
  readonly contextWindow: number;
  readonly first: Step;
  readonly retired: readonly RetiredName[];
}

/** Weighs every tool of a snapshot, and says how the first step has it. */
export function toToolStats(
  snapshot: CatalogSnapshot,
  { counter, contextWindow, first, retired }: ToolMeasure,
): ToolStats[] {
  const inArray = new Set(first.tools.map(({ name }) => name));
  const retiredNames = groupBy(retired, ({ replacement }) => replacement);
  return snapshot.entries().map(({ name, wireName, source, definition }) => {
    const state = snapshot.lifecycle.stateOf(name);
    const old = retiredNames.get(name)?.map((row) => row.name);
    return {
      name,
      source: source.id,
      exposure: inArray.has(wireName) ? "head" : "deferred",
      ...(state === undefined ? {} : { state }),
      ...toWeight(counter.count(toDefinitionText(definition)), contextWindow),
      ...(old === undefined ? {} : { retiredNames: old }),
    };
  });
}

/** A definition as it stands in an array: the canonical bytes, by which a runtime counts too. */
export function toDefinitionText(definition: ToolDefinition): string {
  return toSurfaceBytes({ tools: [definition], prompt: "", messages: [] }).tools.slice("[".length);
}
