import { foldName } from "../tool/tool-name.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { NameResolution } from "./catalog-snapshot.ts";
import type { LifecycleRow } from "./lifecycle.ts";

/** Looks names up, in every form a caller may give them. */
export interface NameTable {
  resolve(name: string): NameResolution;
}

/** A form of a name that several tools share resolves to none of them. */
type Forms = Map<string, CatalogEntry | "ambiguous">;

/** Builds the table of one snapshot; the rarer forms only when one is first asked for. */
export function createNameTable(
  living: ReadonlyMap<string, CatalogEntry>,
  lifecycle: readonly LifecycleRow[],
): NameTable {
  const rows = new Map(lifecycle.map((row) => [row.name, row]));
  let forms: ReturnType<typeof collectForms> | undefined;

  const resolveLiving = (name: string): NameResolution => {
    const entry = living.get(name);
    if (entry !== undefined) return { type: "found", entry, by: "canonical" };
    forms ??= collectForms(living);
    const folded = foldName(name);
    for (const [by, table, key] of [
      ["wire", forms.wire, name.replace(/^mcp__/, "")],
      ["alias", forms.alias, name],
      ["folded", forms.folded, folded],
      ["suffix", forms.suffix, folded],
    ] as const) {
      const found = table.get(key);
      if (found === "ambiguous") break;
      if (found !== undefined) return { type: "found", entry: found, by };
    }
    return { type: "unknown", name };
  };

  return {
    resolve(name) {
      const row = rows.get(name);
      if (row === undefined || row.state === "active" || row.state === "deferred") return resolveLiving(name);
      return resolveRetired(row, resolveLiving);
    },
  };
}

function resolveRetired(row: LifecycleRow, resolveLiving: (name: string) => NameResolution): NameResolution {
  const twin = row.replacement === undefined ? undefined : resolveLiving(row.replacement);
  const note = row.note ?? `${row.name} is deprecated: use ${row.replacement} instead.`;
  if (twin?.type === "found" && (row.state === "hidden" || row.state === "deprecated")) {
    const said = row.state === "deprecated" ? { note } : {};
    return { type: "found", entry: twin.entry, by: "retired", retired: row.state, ...said };
  }
  return {
    type: "removed",
    name: row.name,
    ...(twin?.type === "found" ? { replacement: twin.entry.name } : {}),
    ...(row.note === undefined ? {} : { note: row.note }),
  };
}

function collectForms(living: ReadonlyMap<string, CatalogEntry>) {
  const wire: Forms = new Map();
  const alias: Forms = new Map();
  const folded: Forms = new Map();
  const suffix: Forms = new Map();
  for (const entry of living.values()) {
    wire.set(entry.wireName, entry);
    note(folded, foldName(entry.name), entry);
    note(suffix, foldName(entry.tool.name), entry);
    for (const other of entry.tool.aliases ?? []) note(alias, other, entry);
  }
  return { wire, alias, folded, suffix };
}

function note(forms: Forms, key: string, entry: CatalogEntry): void {
  // A name of punctuation alone folds to nothing, and so would every other.
  if (key === "") return;
  const known = forms.get(key);
  forms.set(key, known === undefined || known === entry ? entry : "ambiguous");
}
