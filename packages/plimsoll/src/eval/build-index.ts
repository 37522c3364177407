import {
  createSearchIndex,
  type Embedder,
  type SearchDocument,
  type SearchIndex,
} from "@plimsoll/core/search";

const TOLD_EVERY_MS = 100;

/** An index of documents, ready: with an embedder, every vector is in. `onVectors` is told how many are, of how many. */
export async function buildIndex(
  documents: readonly SearchDocument[],
  embedder: Embedder | undefined,
  onVectors?: (done: number, total: number) => void,
): Promise<SearchIndex> {
  const index = createSearchIndex({ embedder });
  const tell = (): void => onVectors?.(documents.length - index.pending, documents.length);
  index.put(documents);
  const telling = setInterval(tell, TOLD_EVERY_MS);
  await index.settled().finally(() => clearInterval(telling));
  return index;
}
