import type { ToolName } from "../tool/tool-name.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { LifecycleState } from "./lifecycle.ts";
import type { LifecycleTable } from "./lifecycle-table.ts";
import type { SourceKind } from "./source.ts";

/** Every tool known at one moment. Immutable: a change of the catalog makes another snapshot. */
export interface CatalogSnapshot {
  /** Grows with every change, within one process. */
  readonly version: number;
  /** Equal for equal tools and lifecycle, in any process. */
  readonly fingerprint: string;
  readonly size: number;
  readonly sources: readonly SourceSummary[];
  /** What became of old names, at the catalog's version. */
  readonly lifecycle: LifecycleTable;
  /** What was offered and is not usable, with the reason. */
  readonly setAside: readonly SetAside[];
  /** The entry of a canonical name. */
  get(name: string): CatalogEntry | undefined;
  /**
   * What a name in a call means today, whatever form the caller gave it. Tools that are not permitted are as if
   * they were not there: they neither answer to a name nor make one ambiguous.
   */
  resolve(name: string, permits?: Permits): NameResolution;
  /** All entries, tools of code first, then the others, by name inside each. */
  entries(): readonly CatalogEntry[];
}

/** Whether a tool may be known of by whoever asks. */
export type Permits = (entry: CatalogEntry) => boolean;

/** A source as a snapshot shows it. */
export interface SourceSummary {
  readonly id: string;
  readonly kind: SourceKind;
  /** Changes when any of its tools changes. */
  readonly hash: string;
  readonly tools: number;
  readonly instructions?: string;
}

/** A tool that is not usable, and why; the rest of its source is. */
export interface SetAside {
  readonly source: string;
  readonly tool: string;
  readonly reason: string;
}

/** The answer to a name. */
export type NameResolution =
  | {
      readonly type: "found";
      readonly entry: CatalogEntry;
      /** Which form of a name it was. */
      readonly by: "canonical" | "wire" | "alias" | "retired" | "folded" | "suffix";
      /** What the catalog says of the name that was used, where it is a retired one. */
      readonly retired?: Extract<LifecycleState, "hidden" | "deprecated">;
      /** What a caller of a deprecated name is told. */
      readonly note?: string;
    }
  | {
      readonly type: "removed";
      readonly name: string;
      readonly replacement?: ToolName;
      readonly note?: string;
    }
  | { readonly type: "unknown"; readonly name: string };
