import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { PlimsollError } from "../errors.ts";
import { matchesAny } from "./pattern.ts";
import type { PermittedView } from "./permitted-view.ts";
import type { Policy } from "./policy.ts";
import type { EntryCost } from "./tokens.ts";

/** What the head is planned from. */
export interface HeadInput {
  readonly view: PermittedView;
  readonly policies: readonly Policy[];
  readonly budgetTokens: number;
  readonly costOf: EntryCost;
}

/** Which permitted tools stand in the array from the first step on, and whether any are left out. */
export interface HeadPlan {
  /** Code tools first, then MCP tools, by name inside each. */
  readonly head: readonly CatalogEntry[];
  readonly deferred: number;
}

/**
 * Plans the head: behavioural tools and pins in any case, then all other code tools that are not lazy, if
 * together they fit the budget, else none of them.
 */
export function planHead({ view, policies, budgetTokens, costOf }: HeadInput): HeadPlan {
  const visible = view.snapshot.entries().filter((entry) => view.ask(entry).see);
  const cost = (entries: readonly CatalogEntry[]): number =>
    entries.reduce((sum, entry) => sum + costOf(entry), 0);

  const kept = visible.filter((entry) => isKept(entry, policies));
  const keptTokens = cost(kept);
  if (keptTokens > budgetTokens) throw overBudget(kept, keptTokens, budgetTokens);

  const eager = visible.filter((entry) => !entry.lazy && !isKept(entry, policies));
  const fits = keptTokens + cost(eager) <= budgetTokens;
  const inHead = new Set(fits ? [...kept, ...eager] : kept);
  return { head: visible.filter((entry) => inHead.has(entry)), deferred: visible.length - inHead.size };
}

function isKept(entry: CatalogEntry, policies: readonly Policy[]): boolean {
  return (
    entry.tool.behavioural === true ||
    entry.pinned ||
    policies.some(({ pins }) => pins !== undefined && matchesAny(pins, entry.name))
  );
}

function overBudget(
  kept: readonly CatalogEntry[],
  tokens: number,
  budgetTokens: number,
): PlimsollError<"HEAD_OVER_BUDGET"> {
  const tools = kept.map(({ name }) => name);
  return new PlimsollError(
    "HEAD_OVER_BUDGET",
    `Pins and behavioural tools take ${tokens} tokens, and the head may take ${budgetTokens}. Unpin some of: ${tools.join(", ")}; or raise budget.headTokens.`,
    { tokens, budgetTokens, tools },
  );
}
