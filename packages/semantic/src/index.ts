export {
  createStaticEmbedder,
  type StaticEmbedder,
  type StaticEmbedderOptions,
} from "./create-static-embedder.ts";
export { packProjection, parseTable, serialiseTable, type Table } from "./table.ts";
export { createWordpieces, type Wordpieces } from "./wordpieces.ts";
