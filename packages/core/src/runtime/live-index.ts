import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { SearchDocument, SearchIndex } from "../search/search-index.ts";
import { toSearchDocument } from "../search/to-search-document.ts";

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
          .map((entry) => toDocument(entry, snapshot)),
      );
      indexed = snapshot;
      return index;
    },
  };
}

function toDocument(entry: CatalogEntry, { lifecycle }: CatalogSnapshot): SearchDocument {
  const { name, wireName, tool, source, domain, risk, lazy } = entry;
  const retiredNames = lifecycle.retiredNamesOf(name);
  return toSearchDocument(tool, {
    name,
    wireName,
    source: source.id,
    domain,
    risk: risk.level,
    state: lazy ? "deferred" : "active",
    retiredNames,
  });
}
