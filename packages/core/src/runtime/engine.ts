import type { CompactionPolicy } from "../activation/activation.ts";
import type { Gate, OpeningRecord, StrategyName } from "../activation/record.ts";
import { createLimiter, type Limiter } from "../call/limiter.ts";
import { Catalog } from "../catalog/catalog.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { dialectNamed } from "../dialects/dialect-named.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { createSearchIndex } from "../search/create-search-index.ts";
import type { Budget } from "../surface/budget.ts";
import { estimateTokens } from "../surface/estimate-tokens.ts";
import type { ModelCapabilities } from "../surface/model-capabilities.ts";
import { capabilitiesOf } from "../surface/models.ts";
import { createSnapshotNaming, type WireNaming } from "../surface/named-snapshot.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import type { Policy } from "../surface/policy.ts";
import { createSnapshotProjection } from "../surface/projected-snapshot.ts";
import { type CountTokens, createEntryCost, type EntryCost } from "../surface/tokens.ts";
import { createSnapshotTransform, type SnapshotTransform } from "../surface/transformed-snapshot.ts";
import { createViewCache, type ViewCache } from "../surface/view-cache.ts";
import { checkOptions } from "./check-options.ts";
import type { FollowedSources } from "./follow-sources.ts";
import { createLiveIndex, type LiveIndex } from "./live-index.ts";
import type { RuntimeOptions, StepInput } from "./runtime.ts";
import { createTelemetry, type Telemetry } from "./telemetry.ts";

const DEFAULT_TIMEOUT_MS = 60_000;
/** A tenth of a window of 200,000: beyond that a model is better served by pages. */
const DEFAULT_RESULT_TOKENS = 20_000;

/** The parts of a runtime, chosen: what steps and calls work with. */
export interface Engine {
  readonly catalog: Catalog;
  readonly liveIndex: LiveIndex;
  readonly dialect: Dialect;
  readonly strategy: StrategyName | undefined;
  readonly budget: Budget;
  readonly countTokens: CountTokens;
  readonly costOf: EntryCost;
  readonly gate: Gate;
  readonly timeoutMs: number;
  readonly resultTokens: number;
  readonly limiter: Limiter;
  readonly compaction: CompactionPolicy;
  readonly telemetry: Telemetry;
  readonly sources: FollowedSources;
  /** What a record's head costs; counted once, since a record never changes. */
  headCostOf(opening: OpeningRecord): { readonly head: number; readonly cards: number };
  capabilitiesOf(model: string): ModelCapabilities;
  /** The newest snapshot as this asker has it, under the names of a dialect: the runtime's own if absent. */
  viewFor(asker: Asker, dialect?: Dialect): PermittedView;
}

/** Who asks, under which circumstances. */
export type Asker = Pick<StepInput, "policy" | "mode"> & { readonly model: string };

/** Chooses the parts; sources are followed once the host's own tools are in the catalog. */
export function createEngine(options: RuntimeOptions): Omit<Engine, "sources"> {
  checkOptions(options);
  const { manifest, lifecycle, version } = options;
  const catalog = new Catalog({ manifest, lifecycle, version });
  const countTokens = options.countTokens ?? estimateTokens;
  const knownOf = (model: string): ModelCapabilities => capabilitiesOf(model, options.models);
  const project = createSnapshotProjection(knownOf);
  const transform = createSnapshotTransform(options.transform);
  const viewsOf = createViews((snapshot, asked) => transform(project(snapshot, asked), asked));
  const { dialect: chosen = "plimsoll" } = options;
  const dialect = typeof chosen === "string" ? dialectNamed(chosen) : chosen;
  const base = [
    ...(options.pins === undefined ? [] : [{ pins: options.pins }]),
    ...toPolicies(options.policy),
  ];
  return {
    catalog,
    liveIndex: createLiveIndex(options.index ?? createSearchIndex({ embedder: options.embedder })),
    dialect,
    gate: options.gate ?? dialect.gate,
    strategy: options.strategy,
    budget: options.budget ?? {},
    countTokens,
    costOf: createEntryCost(countTokens),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    resultTokens: options.resultTokens ?? DEFAULT_RESULT_TOKENS,
    limiter: createLimiter(options.concurrency ?? {}),
    compaction: options.compaction ?? "keep",
    telemetry: createTelemetry(options.telemetry),
    headCostOf: createHeadCost(countTokens),
    capabilitiesOf: knownOf,
    viewFor: (asker, named = dialect) =>
      viewsOf(named).get(catalog.snapshot(), [...base, ...toPolicies(asker.policy)], asker),
  };
}

/** Keeps views apart by dialect, since a dialect may have its own names for the same tools. */
function createViews(transform: SnapshotTransform): (dialect: Dialect) => ViewCache {
  const caches = new Map<WireNaming | undefined, ViewCache>();
  return ({ wireNameOf }) => {
    let cache = caches.get(wireNameOf);
    if (cache === undefined) {
      const toNamed = createSnapshotNaming(wireNameOf);
      cache = createViewCache((snapshot, circumstances) => transform(toNamed(snapshot), circumstances));
      caches.set(wireNameOf, cache);
    }
    return cache;
  };
}

function createHeadCost(countTokens: CountTokens): Engine["headCostOf"] {
  const costs = new WeakMap<OpeningRecord, { readonly head: number; readonly cards: number }>();
  return (opening) => {
    let cost = costs.get(opening);
    if (cost === undefined) {
      const { tools, prompt, preview = "" } = opening;
      const definitions = tools.reduce((sum, definition) => sum + countTokens(canonicalJson(definition)), 0);
      cost = { head: definitions + countTokens(prompt), cards: countTokens(preview) };
      costs.set(opening, cost);
    }
    return cost;
  };
}

/** One policy or several, as a list. */
export function toPolicies(policy: Policy | readonly Policy[] | undefined): readonly Policy[] {
  if (policy === undefined) return [];
  return isList(policy) ? policy : [policy];
}

// `Array.isArray` does not narrow a readonly array.
function isList(policy: Policy | readonly Policy[]): policy is readonly Policy[] {
  return Array.isArray(policy);
}
