import type { LifecycleRow } from "@plimsoll/core";
import type { LintManifest } from "./lint-manifest.ts";

/** The first row of every name: what is wrong with the second is the rule `lifecycle-row-twice`'s to say. */
export function rowsByName({ rows }: LintManifest): ReadonlyMap<string, LifecycleRow> {
  const byName = new Map<string, LifecycleRow>();
  for (const { row } of rows) if (!byName.has(row.name)) byName.set(row.name, row);
  return byName;
}
