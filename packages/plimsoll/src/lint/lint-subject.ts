import type { CatalogSnapshot, SetAside } from "@plimsoll/core";
import type { LintManifest } from "./lint-manifest.ts";

/** What a run of lint looks at. */
export interface LintSubject {
  /** The tools, with the manifest laid over them; nothing where only a manifest was given. */
  readonly snapshot: CatalogSnapshot | undefined;
  /** What sources offered and the catalog could not use. */
  readonly setAside: readonly SetAside[];
  readonly manifest: LintManifest | undefined;
}
