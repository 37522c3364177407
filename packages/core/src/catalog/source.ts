import type { Tool } from "../tool/tool.ts";

/** The kinds of places tools come from. */
export type SourceKind =
  | "code" // defined with `defineTool`
  | "manifest" // described by a file
  | "mcp"; // listed by an MCP server

/** Names a source. */
export interface SourceIdentity {
  readonly id: string;
  readonly kind: SourceKind;
  /** What people call it, where that is not the id: its words count in a search. */
  readonly title?: string;
}

/**
 * Where tools come from.
 *
 * Contract:
 * - `id` matches `[A-Za-z0-9-]{1,24}` (`toSourceId` makes one) and never changes.
 * - `list` may be called again at any time, and concurrently; each answer is the whole list, names unique in it.
 * - `list` rejects when the source cannot be reached: its tools of before stay in the catalog.
 * - One malformed tool does not fail the list: the catalog sets it aside and says why.
 * - `subscribe` calls its listener after the list may have changed; the catalog then lists again.
 * - `close` ends what the source started, waits for it, and may be called twice.
 */
export interface Source extends SourceIdentity {
  readonly list: (signal: AbortSignal) => Promise<SourceListing>;
  /** Whether it must be connected to be listed: a dialect may have that wait until a model looks for its tools. */
  readonly connectsToList?: boolean;
  readonly subscribe?: (listener: () => void) => () => void;
  readonly close?: () => Promise<void>;
}

/** What a source offers now. */
export interface SourceListing {
  readonly tools: readonly Tool[];
  /**
   * The schema hashes of those tools that a catalog of this very version of Plimsoll has taken before, by name, where
   * the source keeps that: they are not inspected again.
   */
  readonly known?: ReadonlyMap<string, string>;
  /** The source's own words on how to use it, for the prompt section. */
  readonly instructions?: string;
}
