import { isRetired, type LifecycleRow } from "./lifecycle.ts";

/** Where the replacements of a name lead. */
export type ReplacementTrail =
  | { readonly type: "end"; readonly name: string; readonly names: readonly string[] } // a name that no row retires
  | { readonly type: "none"; readonly at: string } // this row on the way names no replacement
  | { readonly type: "cycle"; readonly names: readonly string[] };

/** Follows replacements from a row to the first name that is not itself retired. */
export function followReplacements(
  row: LifecycleRow,
  rows: ReadonlyMap<string, LifecycleRow>,
): ReplacementTrail {
  const names = [row.name];
  for (let current = row; ; ) {
    const next = current.replacement;
    if (next === undefined || next === "") return { type: "none", at: current.name };
    if (names.includes(next)) return { type: "cycle", names: [...names, next] };
    names.push(next);
    const nextRow = rows.get(next);
    if (nextRow === undefined || !isRetired(nextRow.state)) return { type: "end", name: next, names };
    current = nextRow;
  }
}
