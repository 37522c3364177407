import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { SearchDocument } from "../search/search-index.ts";
import { toSearchDocument } from "../search/to-search-document.ts";

/** What a runtime puts into its index for an entry of a snapshot. */
export function toEntryDocument(entry: CatalogEntry, { lifecycle }: CatalogSnapshot): SearchDocument {
  const { name, wireName, tool, source, domain, risk, lazy } = entry;
  return toSearchDocument(tool, {
    name,
    wireName,
    source: source.id,
    sourceTitle: source.title,
    domain,
    risk: risk.level,
    state: lazy ? "deferred" : "active",
    retiredNames: lifecycle.retiredNamesOf(name),
  });
}
