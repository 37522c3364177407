export { createSearchIndex, loadSearchIndex, type SearchIndexOptions } from "./create-search-index.ts";
export type { Embedder } from "./embedder.ts";
export type {
  FindableState,
  SearchAnswer,
  SearchDocument,
  SearchEvidence,
  SearchIndex,
  SearchLane,
  SearchMatch,
  SearchRequest,
  SearchView,
} from "./search-index.ts";
export { type ToolPlace, toSearchDocument } from "./to-search-document.ts";
