import type { ToolName } from "../tool/tool-name.ts";
import { compareVersions, isVersion } from "./version.ts";

/** What the catalog says of a name. */
export type LifecycleState =
  | "active" // canonical, and pinned into the head
  | "deferred" // canonical, found on demand
  | "hidden" // an old name: still dispatches, silently, and is shown and found nowhere
  | "deprecated" // like hidden, and a successful result carries a notice
  | "removed"; // gone: a call is answered with a hard, explained error

/** One row of the lifecycle table, under the column names of a manifest. */
export interface LifecycleRow {
  readonly name: string;
  readonly state: LifecycleState;
  /** The living name that stands in for this one. */
  readonly replacement?: string;
  readonly first_deprecated_version?: string;
  /** A version, or a text such as `TBD` while there is none. */
  readonly planned_removal_version?: string;
  /** Whether old transcripts may still call it; yes, unless it is given up. */
  readonly replay_supported?: boolean;
  /** What a caller of a deprecated name is told. */
  readonly note?: string;
}

/** The state of one name, with what only that state has. */
export type ToolState =
  | { readonly state: "active" }
  | { readonly state: "deferred" }
  | { readonly state: "hidden"; readonly replacement?: ToolName }
  | { readonly state: "deprecated"; readonly replacement: ToolName; readonly note: string }
  | { readonly state: "removed"; readonly replacement?: ToolName; readonly note?: string };

/**
 * The state that a row amounts to at a version. A name is `removed` only when its removal version is reached
 * and replay is given up; until both hold, a row that says `removed` is `deprecated`, and still dispatches.
 */
export function stateAt(row: LifecycleRow, version: string | undefined): LifecycleState {
  if (row.state === "active" || row.state === "deferred") return row.state;
  if (isRemovalReached(row, version) && row.replay_supported === false) return "removed";
  return row.state === "removed" ? "deprecated" : row.state;
}

/** Whether the version at which a name was to go is here. With no version to go by, the row's own word counts. */
export function isRemovalReached(row: LifecycleRow, version: string | undefined): boolean {
  const planned = row.planned_removal_version;
  if (planned === undefined || !isVersion(planned)) return false;
  return version === undefined ? row.state === "removed" : compareVersions(version, planned) >= 0;
}

/** Whether a state is that of a superseded name. */
export function isRetired(state: LifecycleState): state is "hidden" | "deprecated" | "removed" {
  return state === "hidden" || state === "deprecated" || state === "removed";
}
