export type { Embedder } from "./embedder.ts";
export { createLexicalIndex } from "./lexical-index.ts";
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
