import type { Risk } from "../tool/tool.ts";
import type { LifecycleRow, LifecycleState } from "./lifecycle.ts";

/** A catalog as a file: the tools that a package provides and what became of its old names. */
export interface Manifest {
  readonly $schema?: string;
  readonly version: string;
  /** Plain names and objects live in one list. */
  readonly provides: { readonly tools: readonly (string | ManifestTool)[] };
  readonly lifecycle?: readonly ManifestRow[];
  /** Names that look alike and are meant to be told apart: `lint` leaves them alone. */
  readonly families?: readonly (readonly string[])[];
}

/** What a manifest lays over a registered tool, by its name. */
export interface ManifestTool {
  readonly name: string;
  /** The name it goes by today, where this entry is another name of the same tool. */
  readonly canonicalName?: string;
  readonly lazy?: boolean;
  /** Another name of `lazy`; where both are said, `lazy` counts. */
  readonly shouldDefer?: boolean;
  readonly behavioural?: boolean;
  readonly domain?: string;
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  readonly risk?: Risk;
  readonly external?: boolean;
  readonly searchHint?: string;
  readonly promptSnippet?: string;
  readonly guidelines?: readonly string[];
  readonly card?: string;
  readonly antiFallback?: string;
  /** Findings of `lint` that are meant to be so: rule id to reason. */
  readonly lintIgnore?: Readonly<Record<string, string>>;
}

/** A row of the lifecycle table as people write it; `toLifecycle` reads it. */
export interface ManifestRow extends Omit<LifecycleRow, "state" | "replay_supported"> {
  readonly state: LifecycleState | "hidden-compatibility";
  readonly replay_supported?: boolean | "Yes" | "No" | "yes" | "no";
  readonly lintIgnore?: Readonly<Record<string, string>>;
}

/** The lifecycle table of a manifest, in the words of the catalog. */
export function toLifecycle({ lifecycle }: Manifest): readonly LifecycleRow[] {
  return (lifecycle ?? []).map(toLifecycleRow);
}

/** A row as people write it, in the words of the catalog: `hidden-compatibility` is `hidden`, Yes is true. */
export function toLifecycleRow(written: ManifestRow): LifecycleRow {
  const { state, replay_supported: replay, lintIgnore: _ignored, ...row } = written;
  return {
    ...row,
    state: state === "hidden-compatibility" ? "hidden" : state,
    ...(replay === undefined ? {} : { replay_supported: replay === true || /^yes$/i.test(String(replay)) }),
  };
}
