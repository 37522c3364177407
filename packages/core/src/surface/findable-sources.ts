import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { addTo } from "../internal/add-to.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { sha256Hex } from "../internal/hash.ts";
import type { PermittedView } from "./permitted-view.ts";

/** What an asker may find of a source. */
export interface FindableSource {
  readonly tools: number;
  /** Changes when one of these tools does, and with no other. */
  readonly hash: string;
}

const known = new WeakMap<PermittedView, ReadonlyMap<string, FindableSource>>();

/** The sources of which an asker may find something; worked out once for a view. */
export function findableSources(view: PermittedView): ReadonlyMap<string, FindableSource> {
  const before = known.get(view);
  if (before !== undefined) return before;
  const bySource = new Map<string, CatalogEntry[]>();
  for (const entry of view.snapshot.entries()) {
    if (view.ask(entry).find) addTo(bySource, entry.source.id, entry);
  }
  const found = new Map<string, FindableSource>();
  for (const { id, hash, tools } of view.snapshot.sources) {
    const entries = bySource.get(id) ?? [];
    // Where nothing is kept from the asker, the source's own hash is the same and costs nothing.
    const isWhole = entries.length === tools;
    if (entries.length > 0) found.set(id, { tools: entries.length, hash: isWhole ? hash : hashOf(entries) });
  }
  known.set(view, found);
  return found;
}

function hashOf(entries: readonly CatalogEntry[]): string {
  return sha256Hex(canonicalJson(entries.map(({ name, schemaHash }) => `${name} ${schemaHash}`).sort()));
}
