import { Catalog, type CatalogSnapshot, type Manifest } from "@plimsoll/core";
import { groupBy } from "../internal/group-by.ts";

/** The tools of a snapshot in a catalog of their own, with a manifest laid over them. */
export function layOver(snapshot: CatalogSnapshot, manifest: Manifest): CatalogSnapshot {
  const catalog = new Catalog({ manifest });
  const bySource = groupBy(snapshot.entries(), ({ source }) => source.id);
  for (const { id, kind, instructions } of snapshot.sources) {
    const tools = (bySource.get(id) ?? []).map(({ tool }) => tool);
    catalog.add({ id, kind }, { tools, ...(instructions === undefined ? {} : { instructions }) });
  }
  return catalog.snapshot();
}
