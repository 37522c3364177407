import type { CatalogEntry } from "../catalog/catalog-entry.ts";

/** What Plimsoll answers about the catalog, as data; a dialect gives it a shape and words. */
export type MetaAnswer = FindAnswer | DescribeAnswer | LoadAnswer | UnloadAnswer | ActiveAnswer;

/** The tools that fit, over all queries, each once. */
export interface FindAnswer {
  readonly operation: "find";
  readonly queries: readonly string[];
  /** In the order of the queries: under each, what no query before it has found. */
  readonly matches: readonly FoundTool[];
  /** The same, query by query. */
  readonly groups: readonly FoundGroup[];
  /** What the answer loads for the next step, where the request asked for it. */
  readonly load: LoadAnswer | undefined;
}

/** What one query found. */
export interface FoundGroup {
  readonly query: string;
  readonly matches: readonly FoundTool[];
  /** Found by this query and by one before it. */
  readonly also: readonly CatalogEntry[];
  /** Fitting too, and left out because the conversation has them: the request asked for others. */
  readonly there: readonly CatalogEntry[];
  /** Where to look when nothing fits: domains, with their sources. */
  readonly nearest: readonly NearestDomain[];
  readonly suggestions: readonly CatalogEntry[];
  /** Equal for groups of the same tools in the same order. */
  readonly fingerprint: string;
  /** How often this turn has asked the same before, and was answered the same. */
  readonly askedBefore: number;
}

/** A domain that has tools, and where they come from. */
export interface NearestDomain {
  readonly domain: string;
  readonly sources: readonly string[];
}

/** One tool found, and how the conversation has it. */
export interface FoundTool {
  readonly entry: CatalogEntry;
  readonly score: number;
  readonly exposure: Exposure;
  /** The retired name that the whole query is, where this is its living twin. */
  readonly retiredName?: string;
}

/** How a conversation has a tool. */
export type Exposure =
  | "head" // in the array from the first step
  | "loaded" // deferred, and loaded since
  | "deferred"; // to be loaded, or called through the bridge

/** Whole definitions until the cap, then the names of the rest. */
export interface DescribeAnswer {
  readonly operation: "describe";
  readonly described: readonly { readonly entry: CatalogEntry; readonly exposure: Exposure }[];
  /** Left out to stay within the cap: to be asked for again. */
  readonly omitted: readonly CatalogEntry[];
  readonly refused: readonly Refusal[];
}

/** What was loaded now, was loaded before, and was not loaded. */
export interface LoadAnswer {
  readonly operation: "load";
  readonly loaded: readonly CatalogEntry[];
  readonly already: readonly CatalogEntry[];
  readonly omitted: readonly CatalogEntry[];
  readonly refused: readonly Refusal[];
  /** What a search found in place of names that no tool has, where the request asked for one. */
  readonly otherwise?: FindAnswer;
}

/** What was given back. */
export interface UnloadAnswer {
  readonly operation: "unload";
  readonly unloaded: readonly CatalogEntry[];
  readonly notLoaded: readonly string[];
}

/** What is loaded now. */
export interface ActiveAnswer {
  readonly operation: "active";
  readonly loaded: readonly { readonly entry: CatalogEntry; readonly tokens: number }[];
}

/** A name that nothing was done for. Denied and unknown are the same to a model. */
export interface Refusal {
  readonly name: string;
  readonly reason: "unavailable" | "removed";
  readonly replacement?: string;
  readonly nearest: readonly CatalogEntry[];
  /** Its source is not in the catalog at this moment, and this is why. */
  readonly absent?: string;
}
