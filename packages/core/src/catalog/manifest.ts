import type { Risk } from "../tool/tool.ts";
import type { LifecycleRow } from "./lifecycle.ts";

/** A catalog as a file: the tools that a package provides and what became of its old names. */
export interface Manifest {
  readonly $schema?: string;
  readonly version: string;
  /** Plain names and objects live in one list. */
  readonly provides: { readonly tools: readonly (string | ManifestTool)[] };
  readonly lifecycle?: readonly LifecycleRow[];
  /** Names that look alike and are meant to be told apart: `lint` leaves them alone. */
  readonly families?: readonly (readonly string[])[];
}

/** What a manifest lays over a registered tool, by its name. */
export interface ManifestTool {
  readonly name: string;
  readonly canonicalName?: string;
  readonly lazy?: boolean;
  readonly domain?: string;
  readonly aliases?: readonly string[];
  readonly risk?: Risk;
  readonly promptSnippet?: string;
}
