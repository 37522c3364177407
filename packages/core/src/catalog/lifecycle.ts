import type { ToolName } from "../tool/tool-name.ts";

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
  readonly planned_removal_version?: string;
  readonly replay_supported?: boolean;
  /** What a caller of a deprecated name is told. */
  readonly note?: string;
}

/** The state of one name, with what only that state has. */
export type ToolState =
  | { readonly state: "active" }
  | { readonly state: "deferred" }
  | { readonly state: "hidden"; readonly replacement: ToolName }
  | { readonly state: "deprecated"; readonly replacement: ToolName; readonly note: string }
  | { readonly state: "removed"; readonly replacement?: ToolName; readonly note?: string };
