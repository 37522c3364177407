import type { Embedder } from "./embedder.ts";
import { useIndex } from "./saved-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { ToolIndex } from "./tool-index.ts";

/** What an index is made with. */
export interface SearchIndexOptions {
  /** Searches by meaning too. */
  readonly embedder?: Embedder | undefined;
}

/** An empty index: exact names first, then words, then, with an embedder, meaning. */
export function createSearchIndex({ embedder }: SearchIndexOptions = {}): SearchIndex {
  return new ToolIndex(embedder);
}

/**
 * The index that `save` wrote. Putting documents that are in it already costs next to nothing. Vectors of another
 * embedder are left out, and come back when the documents are put again.
 */
export function loadSearchIndex(bytes: Uint8Array, { embedder }: SearchIndexOptions = {}): SearchIndex {
  return useIndex(bytes, (saved) => new ToolIndex(embedder, saved));
}
