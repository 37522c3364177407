import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot, NameResolution, Permits, SetAside } from "../catalog/catalog-snapshot.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { sha256Hex } from "../internal/hash.ts";
import { once } from "../internal/once.ts";

/** What is laid over the entries of a snapshot. */
export interface EntryLayer {
  /** Another entry of the same canonical name, or why there is none. Equal for equal entries. */
  apply(entry: CatalogEntry): CatalogEntry | SetAside;
  /** The entry, as it was, that goes by a name which only the layer knows. */
  holderOf?(name: string): CatalogEntry | undefined;
}

/** A snapshot whose entries are seen through a layer, by whatever way they are asked for. */
export function layOver(snapshot: CatalogSnapshot, layer: EntryLayer): CatalogSnapshot {
  const usable = (entry: CatalogEntry | undefined): CatalogEntry | undefined => {
    const made = entry === undefined ? undefined : layer.apply(entry);
    return made !== undefined && isEntry(made) ? made : undefined;
  };
  const made = once(() => snapshot.entries().map((entry) => layer.apply(entry)));
  const entries = once(() => made().filter(isEntry));
  const fingerprint = once(() =>
    sha256Hex(canonicalJson([snapshot.fingerprint, entries().map(({ schemaHash }) => schemaHash)])),
  );
  return {
    version: snapshot.version,
    lifecycle: snapshot.lifecycle,
    sources: snapshot.sources,
    get size() {
      return entries().length;
    },
    get fingerprint() {
      return fingerprint();
    },
    get setAside() {
      return [...snapshot.setAside, ...made().flatMap((one) => (isEntry(one) ? [] : [one]))];
    },
    entries,
    get: (name) => usable(snapshot.get(name)),
    resolve(name, permits: Permits = () => true): NameResolution {
      const holder = usable(layer.holderOf?.(name));
      if (holder !== undefined && permits(holder)) return { type: "found", entry: holder, by: "wire" };
      const permitsUsable: Permits = (entry) => {
        const layered = usable(entry);
        return layered !== undefined && permits(layered);
      };
      const resolution = snapshot.resolve(name, permitsUsable);
      if (resolution.type !== "found") return resolution;
      const entry = usable(resolution.entry);
      return entry === undefined ? { type: "unknown", name } : { ...resolution, entry };
    },
  };
}

function isEntry(made: CatalogEntry | SetAside): made is CatalogEntry {
  return "wireName" in made;
}
