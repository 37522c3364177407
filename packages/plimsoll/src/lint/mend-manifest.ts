import { followReplacements, isRetired, type LifecycleRow, type Manifest } from "@plimsoll/core";
import type { LintManifest } from "./lint-manifest.ts";
import { rowsByName } from "./rows-by-name.ts";

/**
 * A manifest that a catalog takes: rows that it would refuse are findings here, not failures. Of two rows for a
 * name the first stands; a trail that goes round or ends in nothing is dropped, and its name stays retired, so that
 * what is meant to be out of sight is not looked at as if it were not.
 */
export function mendManifest(lint: LintManifest): Manifest {
  const rows = rowsByName(lint);
  const mended = [...rows.values()].map((row) => (isRefused(row, rows) ? withoutReplacement(row) : row));
  return { ...lint.manifest, lifecycle: mended };
}

function isRefused(row: LifecycleRow, rows: ReadonlyMap<string, LifecycleRow>): boolean {
  const { type } = followReplacements(row, rows);
  return type === "cycle" || (type === "none" && row.state === "deprecated");
}

function withoutReplacement({ replacement: _refused, ...row }: LifecycleRow): LifecycleRow {
  return isRetired(row.state) ? { ...row, state: "hidden" } : row;
}
