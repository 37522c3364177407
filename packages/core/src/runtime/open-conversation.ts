import type { LoadedTool, RevealedTool } from "../activation/activation.ts";
import { toLoadedDefinition } from "../activation/loaded-definition.ts";
import { type Gate, type OpeningRecord, RECORD_VERSION, type StrategyName } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { type Budget, toHeadTokens } from "../surface/budget.ts";
import { planDeclared } from "../surface/declared-tools.ts";
import { findableSources } from "../surface/findable-sources.ts";
import { guidanceOf } from "../surface/guidance.ts";
import { planHead } from "../surface/head.ts";
import type { ModelCapabilities } from "../surface/model-capabilities.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { mustDeclare, PLAIN, type Provider } from "../surface/provider.ts";
import { all } from "../surface/strategies/all.ts";
import { append } from "../surface/strategies/append.ts";
import { bridge } from "../surface/strategies/bridge.ts";
import { native } from "../surface/strategies/native.ts";
import { transcript } from "../surface/strategies/transcript.ts";
import type { Strategy } from "../surface/strategy.ts";
import type { CountTokens, EntryCost } from "../surface/tokens.ts";
import { renderCards, withCards } from "./render-cards.ts";

const STRATEGIES: readonly Strategy[] = [all, bridge, native, transcript, append];

/** What a conversation's first step decides from. */
export interface OpenOptions {
  readonly view: PermittedView;
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  readonly dialect: Dialect;
  readonly gate: Gate;
  readonly strategy: StrategyName | undefined;
  readonly budget: Budget;
  readonly costOf: EntryCost;
  readonly countTokens: CountTokens;
  /** What was loaded before: in another conversation, or under an earlier record. */
  readonly loaded: readonly LoadedTool[];
  /** What the history has revealed under an earlier record, and goes on speaking of. */
  readonly revealed: readonly RevealedTool[];
  readonly provider: Provider;
  /** Whether every source has been listed, so that there is nothing left for a model to look for. */
  readonly isComplete: boolean;
}

/** Decides, once for a conversation, what the model is shown: strategy, array and prompt section. */
export function openConversation(options: OpenOptions): OpeningRecord {
  const { view, model, capabilities, dialect, gate, budget, costOf, provider } = options;
  const budgetTokens = toHeadTokens(budget, capabilities.contextWindow);
  const withGuidance: EntryCost = (entry) =>
    guidanceOf(entry).reduce((sum, text) => sum + options.countTokens(text), costOf(entry));
  const { head, deferred } = planHead({ view, budgetTokens, costOf: withGuidance });
  const isDeferring = deferred.length > 0 || !options.isComplete || dialect.alwaysDefers === true;
  const strategy = strategyNamed(
    options.strategy ?? (isDeferring ? preferred(options, deferred.length) : "all"),
  );
  checkStrategy(strategy.name, options, deferred.length);
  const offer = { strategy: strategy.name, gate };
  const offered = dialect.tools.filter((tool) => !tool.isForGateways && tool.isOffered(offer));
  const preview = strategy.name === "all" ? "" : renderCards(deferred, options);
  const tellsOfCards = strategy.name !== "all" && dialect.renderCardNews !== undefined;
  const inTool = offered.some(({ carriesPreview }) => carriesPreview === true);
  const metaTools = offered.map((tool) => withCards(tool, preview));
  const declared = mustDeclare(strategy.name, provider)
    ? planDeclared(deferred, withoutHead(options.revealed, head))
    : undefined;
  const plan = strategy.open({ head, metaTools, view, ...defined({ declared }) });
  const loader = offered.find(({ reveals }) => reveals === true)?.definition.name;
  // Of what may not be found nothing was told, and nothing is to be told when it goes.
  const findable = findableSources(view);
  const snippets = head.flatMap(guidanceOf);
  return {
    role: "opening",
    v: RECORD_VERSION,
    strategy: strategy.name,
    dialect: dialect.name,
    model,
    gate,
    tools: plan.tools,
    prompt: [dialect.renderPrompt(offer), inTool ? "" : preview, ...snippets]
      .filter((text) => text !== "")
      .join("\n"),
    ...(preview === "" ? {} : { preview }),
    sources: [...findable].map(([id, { hash }]) => ({ id, hash })),
    ...(tellsOfCards ? { cards: deferred.map(({ name }) => name) } : {}),
    ...(strategy.name === "append" ? toLoaded(options, head) : {}),
    ...(strategy.name === "native" && loader !== undefined ? { loader } : {}),
    ...defined({ deferred: plan.deferred }),
  };
}

/** What stands in the array is not declared beside it. */
function withoutHead(
  revealed: readonly RevealedTool[],
  head: readonly CatalogEntry[],
): readonly RevealedTool[] {
  const inHead = new Set(head.map(({ wireName }) => wireName));
  return revealed.filter(({ definition }) => !inHead.has(definition.name));
}

/** What goes on in a new array: as it stands today, and only what the asker may have today. */
function toLoaded(
  { loaded, view }: OpenOptions,
  head: readonly CatalogEntry[],
): Pick<OpeningRecord, "loaded"> {
  const inHead = new Set(head);
  const entries = loaded
    .filter(({ standing }) => standing === "current")
    .flatMap(({ name }) => view.snapshot.get(name) ?? [])
    .filter((entry) => view.ask(entry).find && !inHead.has(entry));
  return entries.length === 0 ? {} : { loaded: entries.map(toLoadedDefinition) };
}

/** What a dialect would rather have, of what model and provider can follow; the bridge is for everybody. */
function preferred({ dialect, capabilities, provider }: OpenOptions, deferred: number): StrategyName {
  const isPossible = (name: StrategyName): boolean =>
    canFollow(name, capabilities) && provider.strategies.includes(name) && hasRoom(name, provider, deferred);
  return dialect.strategies.find(isPossible) ?? "bridge";
}

/** Whether a model can be answered under a strategy. */
export function canFollow(strategy: StrategyName, { strategies }: ModelCapabilities): boolean {
  return strategies.includes(strategy);
}

/** Whether a conversation under a record can go on by way of a provider; a host's own way is the host's to know. */
export function canCarry({ strategy, deferred }: OpeningRecord, provider: Provider): boolean {
  if (provider === PLAIN) return true;
  return (
    provider.strategies.includes(strategy) && mustDeclare(strategy, provider) === (deferred !== undefined)
  );
}

function hasRoom(strategy: StrategyName, provider: Provider, deferred: number): boolean {
  return !mustDeclare(strategy, provider) || deferred <= (provider.declares?.most ?? 0);
}

/** Throws where a strategy that the host asked for cannot be had. */
function checkStrategy(strategy: StrategyName, options: OpenOptions, deferred: number): void {
  const { capabilities, provider } = options;
  const available = capabilities.strategies.filter((name) => provider.strategies.includes(name));
  const why = whyNot(strategy, options, deferred);
  if (why === undefined) return;
  throw new PlimsollError(
    "STRATEGY_UNAVAILABLE",
    `${why}. Use ${available.filter((name) => name !== strategy).join(" or ")}.`,
    { strategy, available },
  );
}

function whyNot(
  strategy: StrategyName,
  { model, capabilities, provider }: OpenOptions,
  deferred: number,
): string | undefined {
  if (!canFollow(strategy, capabilities)) {
    const why = capabilities.bindsThinking
      ? ": it binds its thinking to the array, which must not change"
      : "";
    return `The model "${model}" cannot follow the strategy "${strategy}"${why}`;
  }
  if (provider !== PLAIN && !provider.strategies.includes(strategy)) {
    return `The strategy "${strategy}" cannot be spoken to ${provider.name} here`;
  }
  if (hasRoom(strategy, provider, deferred)) return undefined;
  return `The strategy "${strategy}" declares every deferred tool to ${provider.name}, which takes ${provider.declares?.most} at most, and there are ${deferred}`;
}

/** The strategy of a name. */
export function strategyNamed(name: StrategyName): Strategy {
  const strategy = STRATEGIES.find((candidate) => candidate.name === name);
  if (strategy !== undefined) return strategy;
  const available = STRATEGIES.map((candidate) => candidate.name);
  throw new PlimsollError(
    "STRATEGY_UNAVAILABLE",
    `The strategy "${name}" is not available in this version. Use ${available.join(" or ")}.`,
    { strategy: name, available },
  );
}
