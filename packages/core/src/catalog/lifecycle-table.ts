import { PlimsollError } from "../errors.ts";
import { isRetired, type LifecycleRow, type LifecycleState, stateAt } from "./lifecycle.ts";
import { followReplacements, type ReplacementTrail } from "./replacement.ts";

/** What a lifecycle table says at one version. */
export interface LifecycleTable {
  readonly rows: readonly LifecycleRow[];
  readonly version: string | undefined;
  get(name: string): LifecycleRow | undefined;
  /** The state of a name, if a row speaks of it. */
  stateOf(name: string): LifecycleState | undefined;
  isRetired(name: string): boolean;
  /** Where the replacements of a retired name lead. */
  trailOf(row: LifecycleRow): ReplacementTrail;
  /** The retired names that lead to a name, and still dispatch. */
  retiredNamesOf(name: string): readonly string[];
}

/** Checks the rows for what no catalog could make good, and makes them a table. */
export function createLifecycleTable(
  rows: readonly LifecycleRow[],
  version?: string | undefined,
): LifecycleTable {
  const byName = new Map<string, LifecycleRow>();
  for (const row of rows) {
    if (byName.has(row.name)) throw invalid(row.name, "it has two rows. Keep one");
    byName.set(row.name, row);
  }
  const retiredNames = new Map<string, string[]>();
  for (const row of rows) {
    const trail = followReplacements(row, byName);
    checkTrail(row, trail);
    const state = stateAt(row, version);
    if (trail.type !== "end" || !isRetired(state) || state === "removed") continue;
    retiredNames.set(trail.name, [...(retiredNames.get(trail.name) ?? []), row.name]);
  }
  const stateOf = (name: string): LifecycleState | undefined => {
    const row = byName.get(name);
    return row && stateAt(row, version);
  };
  return {
    rows,
    version,
    get: (name) => byName.get(name),
    stateOf,
    isRetired: (name) => {
      const state = stateOf(name);
      return state !== undefined && isRetired(state);
    },
    trailOf: (row) => followReplacements(row, byName),
    retiredNamesOf: (name) => retiredNames.get(name) ?? [],
  };
}

function checkTrail(row: LifecycleRow, trail: ReplacementTrail): void {
  if (trail.type === "cycle") {
    throw invalid(
      row.name,
      `its replacements go round in a circle (${trail.names.join(" → ")}). Name a living tool`,
    );
  }
  if (trail.type === "none" && row.state === "deprecated") {
    throw invalid(row.name, "it is deprecated and names no replacement. Name the tool to use instead");
  }
}

function invalid(name: string, reason: string): PlimsollError<"LIFECYCLE_INVALID"> {
  const message = `The lifecycle row of "${name}" cannot stand: ${reason}.`;
  return new PlimsollError("LIFECYCLE_INVALID", message, { name, reason });
}
