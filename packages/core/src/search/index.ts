export { createSearchIndex } from "./create-search-index.ts";
export type { Embedder } from "./embedder.ts";
export type {
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
