import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot, SetAside } from "../catalog/catalog-snapshot.ts";
import { once } from "../internal/once.ts";
import { layOver } from "./layered-snapshot.ts";

/**
 * What a tool is called on the wire, in place of its usual wire name.
 *
 * Contract:
 * - A function of the entry alone, in any process; at most 64 characters of `[A-Za-z0-9_-]`.
 * - Two tools never share a name by accident; should they, the second is set aside.
 */
export type WireNaming = (entry: CatalogEntry) => string;

/** Lays names over snapshots, so that array, texts, calls, records and validation use the same ones. */
export type SnapshotNaming = (snapshot: CatalogSnapshot) => CatalogSnapshot;

/** Makes the layer: once a snapshot, and once an entry, so that entries can be told apart by identity. */
export function createSnapshotNaming(naming: WireNaming | undefined): SnapshotNaming {
  if (naming === undefined) return (snapshot) => snapshot;
  const named = new WeakMap<CatalogSnapshot, CatalogSnapshot>();
  const renamed = new WeakMap<CatalogEntry, CatalogEntry>();
  const rename = (entry: CatalogEntry): CatalogEntry => {
    const made = renamed.get(entry) ?? withWireName(entry, naming(entry));
    renamed.set(entry, made);
    return made;
  };
  return (snapshot) => {
    const made = named.get(snapshot) ?? nameAll(snapshot, rename);
    named.set(snapshot, made);
    return made;
  };
}

function nameAll(snapshot: CatalogSnapshot, rename: (entry: CatalogEntry) => CatalogEntry): CatalogSnapshot {
  const holders = once(() => toHolders(snapshot, rename));
  return layOver(snapshot, {
    apply(entry): CatalogEntry | SetAside {
      const made = rename(entry);
      const holder = holders().get(made.wireName);
      // A retired tool is in no array, so it takes no name from anybody.
      if (holder === undefined || holder === entry || snapshot.get(entry.name) !== entry) return made;
      const reason = `another tool is called ${made.wireName}`;
      return { source: entry.source.id, tool: entry.tool.name, reason };
    },
    holderOf: (name) => (snapshot.get(name) === undefined ? holders().get(name) : undefined),
  });
}

/** Who goes by a name: its canonical name first, since that stays a name of the tool; then the first to be called so. */
function toHolders(
  snapshot: CatalogSnapshot,
  rename: (entry: CatalogEntry) => CatalogEntry,
): Map<string, CatalogEntry> {
  const holders = new Map<string, CatalogEntry>(snapshot.entries().map((entry) => [entry.name, entry]));
  for (const entry of snapshot.entries()) {
    const { wireName } = rename(entry);
    if (!holders.has(wireName)) holders.set(wireName, entry);
  }
  return holders;
}

function withWireName(entry: CatalogEntry, wireName: string): CatalogEntry {
  if (wireName === entry.wireName) return entry;
  return { ...entry, wireName, definition: { ...entry.definition, name: wireName } };
}
