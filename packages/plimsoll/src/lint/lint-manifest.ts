import type { LifecycleRow, Manifest, ManifestTool } from "@plimsoll/core";

/** A manifest as lint reads it: every entry with the place it stands at. */
export interface LintManifest {
  readonly file: string;
  readonly manifest: Manifest;
  readonly tools: readonly ListedTool[];
  readonly rows: readonly ListedRow[];
}

/** An entry of `provides.tools`. */
export interface ListedTool {
  readonly name: string;
  /** Nothing where the entry is a plain name. */
  readonly fields: ManifestTool | undefined;
  readonly ignores: Ignores;
  readonly place: string;
}

/** A row of the lifecycle table, in the words of the catalog. */
export interface ListedRow {
  readonly row: LifecycleRow;
  readonly ignores: Ignores;
  readonly place: string;
}

/** What stands in `lintIgnore`: rule id to reason, as written and not checked. */
export type Ignores = Readonly<Record<string, unknown>>;

/** Whether an entry is only another name of a tool. */
export function isAlias({ name, fields }: ListedTool): boolean {
  return fields?.canonicalName !== undefined && fields.canonicalName !== name;
}
