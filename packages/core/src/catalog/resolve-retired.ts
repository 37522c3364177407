import type { CatalogEntry } from "./catalog-entry.ts";
import type { NameResolution } from "./catalog-snapshot.ts";
import { type LifecycleRow, stateAt } from "./lifecycle.ts";
import type { LifecycleTable } from "./lifecycle-table.ts";

/** What a retired name is looked up in. */
export interface RetiredLookup {
  readonly lifecycle: LifecycleTable;
  /** What is registered under a retired name. */
  readonly registered: (name: string) => CatalogEntry | undefined;
  readonly resolveLiving: (name: string) => NameResolution;
  /** Whether a name is that of a living tool, whoever asks. */
  readonly isLiving: (name: string) => boolean;
}

/** A retired name is its living twin; with none, what is registered under it, for replay; else nothing. */
export function resolveRetired(row: LifecycleRow, lookup: RetiredLookup): NameResolution {
  const { lifecycle, registered } = lookup;
  const state = stateAt(row, lifecycle.version);
  const twin = livingTwin(row, lookup);
  if (state === "removed") return removed(row, twin, lookup);
  // What is registered under an old name is the same tool: who may not use the one may not use the other.
  if (twin === undefined && hasTwin(row, lookup)) return { type: "unknown", name: row.name };
  const entry = twin ?? registered(row.name);
  if (entry === undefined) return { type: "unknown", name: row.name };
  if (state !== "deprecated") return { type: "found", entry, by: "retired", retired: "hidden" };
  const note = row.note ?? `${row.name} is deprecated: use ${entry.name} instead.`;
  return { type: "found", entry, by: "retired", retired: "deprecated", note };
}

function livingTwin(
  row: LifecycleRow,
  { lifecycle, resolveLiving }: RetiredLookup,
): CatalogEntry | undefined {
  const trail = lifecycle.trailOf(row);
  const end = trail.type === "end" ? resolveLiving(trail.name) : undefined;
  return end?.type === "found" ? end.entry : undefined;
}

function hasTwin(row: LifecycleRow, { lifecycle, isLiving }: RetiredLookup): boolean {
  const trail = lifecycle.trailOf(row);
  return trail.type === "end" && isLiving(trail.name);
}

function removed(row: LifecycleRow, twin: CatalogEntry | undefined, lookup: RetiredLookup): NameResolution {
  const { name, note } = row;
  // The author's note may speak of the twin, which this asker must not hear of.
  const isSayable = note !== undefined && (twin !== undefined || !hasTwin(row, lookup));
  return {
    type: "removed",
    name,
    ...(twin === undefined ? {} : { replacement: twin.name }),
    ...(isSayable ? { note } : {}),
  };
}
