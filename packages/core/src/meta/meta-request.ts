import type { SourceKind } from "../catalog/source.ts";

/** What a model can ask of Plimsoll itself, whatever the dialect calls it. */
export type MetaRequest =
  | FindRequest
  | DescribeRequest
  | LoadRequest
  | UnloadRequest
  | ActiveRequest
  | CallThroughRequest;

/** Search the catalog. */
export interface FindRequest {
  readonly operation: "find";
  readonly queries: readonly string[];
  readonly domain?: string;
  /** Only tools of such sources. */
  readonly sourceKind?: SourceKind;
  readonly limit: number;
  readonly includeLoaded: boolean;
  /** Whether tools of the head may be among the matches; they may if absent. */
  readonly includeHead?: boolean;
  /** Whether sources that are not listed yet are listed first, which may connect them. */
  readonly listSources?: boolean;
  /** Load what was found, for the next step: what a dialect without a load tool does. */
  readonly load: boolean;
}

/** Read the full definitions of named tools. Never a load. */
export interface DescribeRequest {
  readonly operation: "describe";
  readonly names: readonly string[];
}

/** Make named tools callable by their own names. */
export interface LoadRequest {
  readonly operation: "load";
  readonly names: readonly string[];
  /** What to search for where no tool has any of the names; what is found is offered, and not loaded. */
  readonly otherwise?: FindRequest;
}

/** Give loaded tools back. */
export interface UnloadRequest {
  readonly operation: "unload";
  readonly names: readonly string[];
}

/** List what is loaded and what it costs. */
export interface ActiveRequest {
  readonly operation: "active";
}

/** Call a tool through the bridge, under the tool's own policy, name and risk. */
export interface CallThroughRequest {
  readonly operation: "call";
  readonly name: string;
  readonly arguments: unknown;
  /** Refuse tools that are not classed `read`. */
  readonly readOnly: boolean;
  readonly loadToken?: string;
}
