import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { PlimsollError } from "../errors.ts";
import { matchesModel } from "./matches-model.ts";
import { matchesAny } from "./pattern.ts";
import type { PermittedView } from "./permitted-view.ts";
import type { Circumstances, HeadRule } from "./policy.ts";
import type { EntryCost } from "./tokens.ts";

/** What the head is planned from. */
export interface HeadInput {
  readonly view: PermittedView;
  readonly budgetTokens: number;
  readonly costOf: EntryCost;
}

/** Which permitted tools stand in the array from the first step on, and which are left out. */
export interface HeadPlan {
  /** Code tools first, then MCP tools, by name inside each; the same order in what is left out. */
  readonly head: readonly CatalogEntry[];
  readonly deferred: readonly CatalogEntry[];
}

/**
 * Plans the head: behavioural tools and pins in any case, then all other code tools that are not lazy, if
 * together they fit the budget, else none of them; then, likewise, the tools of servers that ask to be there. A rule
 * of the policy may narrow it to some tools.
 */
export function planHead({ view, budgetTokens, costOf }: HeadInput): HeadPlan {
  const rules = view.policies
    .flatMap(({ heads }) => heads ?? [])
    .filter((rule) => applies(rule, view.circumstances));
  const pins = [...view.policies, ...rules].flatMap((rule) => rule.pins ?? []);
  const visible = view.snapshot.entries().filter((entry) => view.ask(entry).see);
  const eligible = visible.filter(({ name }) =>
    rules.every(({ only }) => only === undefined || matchesAny(only, name)),
  );

  const isKept = (entry: CatalogEntry): boolean =>
    entry.tool.behavioural === true || entry.pinned || matchesAny(pins, entry.name);
  const kept = eligible.filter(isKept);
  const keptTokens = sum(kept, costOf);
  if (keptTokens > budgetTokens) throw overBudget(kept, keptTokens, budgetTokens);

  const eager = eligible.filter((entry) => !entry.lazy && !isKept(entry));
  const isServers = ({ source }: CatalogEntry): boolean => source.kind === "mcp";
  let head = kept;
  // The host's own first: what a server asks for takes no place from them.
  for (const group of [eager.filter((entry) => !isServers(entry)), eager.filter(isServers)]) {
    const tokens = sum(head, costOf) + sum(group, costOf);
    if (tokens <= budgetTokens) head = [...head, ...group];
  }
  const inHead = new Set(head);
  return {
    head: visible.filter((entry) => inHead.has(entry)),
    deferred: visible.filter((entry) => !inHead.has(entry)),
  };
}

function applies({ models, modes }: HeadRule, { model, mode }: Circumstances): boolean {
  return (
    (models === undefined || matchesModel(models, model)) &&
    (modes === undefined || modes.includes(mode ?? ""))
  );
}

function sum(entries: readonly CatalogEntry[], costOf: EntryCost): number {
  return entries.reduce((total, entry) => total + costOf(entry), 0);
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
