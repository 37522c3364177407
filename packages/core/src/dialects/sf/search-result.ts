/** What `sf_tool_search` answers, as structured content and, as JSON, as the text for the model: these keys and no others. */
export interface SfToolSearchResult {
  readonly query: string;
  /** Canonical names, in the order of loading. */
  readonly loadedBefore: readonly string[];
  readonly matches: readonly SfMatch[];
  /** The same with what this search loaded. */
  readonly loadedAfter: readonly string[];
  readonly nextInstruction: string;
}

/** One tool that was found. */
export interface SfMatch {
  /** What to call; of a deprecated alias, the old name that was asked for. */
  readonly name: string;
  readonly canonicalName: string;
  readonly status: SfStatus;
  readonly title: string;
  readonly description: string;
  readonly domain: string;
  readonly aliases?: readonly string[];
  readonly risk?: SfRisk;
  readonly schemaPreview: unknown;
  /** The schema hash. */
  readonly loadToken: string;
}

/** How the conversation had a tool when it was found. */
export type SfStatus =
  | "loaded" // in the array from the first step, or loaded since
  | "available_lazy" // neither
  | "deprecated_alias"; // asked for by a retired name, in whatever state its living twin is

/** What a tool may do to the world, in one word: the gravest that applies. */
export type SfRisk = "read" | "write" | "external" | "destructive";
