import { addTo } from "../internal/add-to.ts";
import { once } from "../internal/once.ts";
import { foldName } from "../tool/tool-name.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { NameResolution, Permits } from "./catalog-snapshot.ts";
import { isRetired } from "./lifecycle.ts";
import type { LifecycleTable } from "./lifecycle-table.ts";
import { resolveRetired } from "./resolve-retired.ts";

/** Looks names up, in every form a caller may give them, among the tools that the caller may know of. */
export interface NameTable {
  resolve(name: string, permits?: Permits): NameResolution;
}

/** The tools under one form of a name. */
type Forms = Map<string, CatalogEntry[]>;

/** Builds the table of one snapshot; the rarer forms only when one is first asked for. */
export function createNameTable(
  living: ReadonlyMap<string, CatalogEntry>,
  retired: ReadonlyMap<string, CatalogEntry>,
  lifecycle: LifecycleTable,
): NameTable {
  const forms = once(() => collectForms(living));
  const foldedRows = once(() => new Map(lifecycle.rows.map((row) => [foldName(row.name), row])));

  const resolveLiving = (name: string, permits: Permits): NameResolution => {
    const entry = living.get(name);
    if (entry !== undefined && permits(entry)) return { type: "found", entry, by: "canonical" };
    const { wire, alias, folded, suffix } = forms();
    for (const [by, table, key] of [
      ["wire", wire, name.replace(/^mcp__/, "")],
      ["alias", alias, name],
      ["folded", folded, foldName(name)],
      ["suffix", suffix, foldName(name)],
    ] as const) {
      const [found, another] = (table.get(key) ?? []).filter(permits);
      if (another !== undefined) break;
      if (found !== undefined) return { type: "found", entry: found, by };
    }
    return { type: "unknown", name };
  };

  return {
    resolve(name, permits = () => true) {
      const lookup = {
        lifecycle,
        registered: (retiredName: string) =>
          [retired.get(retiredName)].find((entry) => entry && permits(entry)),
        resolveLiving: (livingName: string) => resolveLiving(livingName, permits),
        isLiving: (livingName: string) => resolveLiving(livingName, () => true).type === "found",
      };
      const own = lifecycle.get(name);
      if (own !== undefined && isRetired(own.state)) return resolveRetired(own, lookup);
      const found = resolveLiving(name, permits);
      if (found.type !== "unknown") return found;
      const folded = foldName(name);
      // A name of punctuation alone folds to nothing, and so would every other.
      const row = folded === "" ? undefined : foldedRows().get(folded);
      return row !== undefined && isRetired(row.state) ? resolveRetired(row, lookup) : found;
    },
  };
}

function collectForms(living: ReadonlyMap<string, CatalogEntry>) {
  const wire: Forms = new Map();
  const alias: Forms = new Map();
  const folded: Forms = new Map();
  const suffix: Forms = new Map();
  for (const entry of living.values()) {
    note(wire, entry.wireName, entry);
    note(folded, foldName(entry.name), entry);
    note(suffix, foldName(entry.tool.name), entry);
    for (const other of new Set(entry.tool.aliases)) note(alias, other, entry);
  }
  return { wire, alias, folded, suffix };
}

function note(forms: Forms, key: string, entry: CatalogEntry): void {
  // As above: what folds to nothing is no form of a name.
  if (key !== "") addTo(forms, key, entry);
}
