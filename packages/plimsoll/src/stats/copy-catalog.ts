import type { Catalog, CatalogSnapshot } from "@plimsoll/core";
import { groupBy } from "../internal/group-by.ts";

/** Puts the tools of a snapshot into another catalog, which lays its own manifest and lifecycle over them. */
export function copyInto(catalog: Catalog, snapshot: CatalogSnapshot): void {
  const bySource = groupBy(snapshot.entries(), ({ source }) => source.id);
  for (const { id, kind, instructions } of snapshot.sources) {
    const tools = (bySource.get(id) ?? []).map(({ tool }) => tool);
    catalog.replace({ id, kind }, { tools, ...(instructions === undefined ? {} : { instructions }) });
  }
}
