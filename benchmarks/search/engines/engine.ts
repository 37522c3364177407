import type { SearchTool } from "../search-tool.ts";

/**
 * A search engine as the benchmark sees it.
 *
 * Contract:
 * - `build` indexes every tool it is given, and keeps nothing of an earlier build.
 * - `search` answers at most `limit` ids, best first, and does not throw for any text.
 */
export interface Engine {
  readonly name: string;
  /** The package and its version, for the record. */
  readonly version: string;
  /** The engine that stands for this one where time is taken: the two differ in weights or in words alone. */
  readonly timedAs?: string;
  build(tools: readonly SearchTool[]): Searcher | Promise<Searcher>;
}

/** An index that is ready. */
export interface Searcher {
  search(query: string, limit: number): readonly string[] | Promise<readonly string[]>;
}
