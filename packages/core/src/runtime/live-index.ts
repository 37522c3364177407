import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { toEntryDocument } from "./entry-document.ts";

/** An index that is brought up to date with a snapshot when it is next used. */
export interface LiveIndex {
  at(snapshot: CatalogSnapshot): SearchIndex;
}

/** Follows the catalog: entries are immutable, so what changed between two snapshots is told by identity. */
export function createLiveIndex(index: SearchIndex): LiveIndex {
  let indexed: CatalogSnapshot | undefined;
  return {
    at(snapshot) {
      if (snapshot === indexed) return index;
      const before = indexed;
      index.remove(
        (before?.entries() ?? [])
          .filter(({ name }) => snapshot.get(name) === undefined)
          .map(({ name }) => name),
      );
      index.put(
        snapshot
          .entries()
          .filter((entry) => before?.get(entry.name) !== entry)
          .map((entry) => toEntryDocument(entry, snapshot)),
      );
      indexed = snapshot;
      return index;
    },
  };
}
