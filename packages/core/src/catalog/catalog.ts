import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import type { Tool } from "../tool/tool.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { CatalogSnapshot, SetAside } from "./catalog-snapshot.ts";
import { createSnapshot, type SourceTools } from "./create-snapshot.ts";
import type { LifecycleRow } from "./lifecycle.ts";
import { createLifecycleTable } from "./lifecycle-table.ts";
import { type Manifest, toLifecycle } from "./manifest.ts";
import { createOverlay } from "./manifest-overlay.ts";
import { isSameTool } from "./same-tool.ts";
import type { SourceIdentity, SourceListing } from "./source.ts";
import { type CatalogRules, toEntry } from "./to-entry.ts";

/** What changed in a catalog. */
export interface CatalogChange {
  readonly source: string;
  readonly added: readonly CatalogEntry[];
  /** The names that are gone, or whose entry is another now. */
  readonly removed: readonly string[];
}

/** What a catalog lays over whatever its sources offer. */
export interface CatalogOptions {
  /** Fields of tools, and the lifecycle table, from a file. */
  readonly manifest?: Manifest | undefined;
  /** Rows from code, beside the manifest's. */
  readonly lifecycle?: readonly LifecycleRow[] | undefined;
  /** The version that rows are judged by; the manifest's own if absent. */
  readonly version?: string | undefined;
}

/** What is there of a source when one of its tools is read. */
interface Listed {
  /** Those of the same listing that came before. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** Those of the listing before. */
  readonly before: SourceTools | undefined;
  /** The hash of this tool, where it has been taken before. */
  readonly known: string | undefined;
}

/** Every tool known now. Tools come and go by source; readers take snapshots. */
export class Catalog {
  readonly #sources = new Map<string, SourceTools>();
  readonly #listeners = new Set<(change: CatalogChange) => void>();
  readonly #rules: CatalogRules;
  #version = 0;
  #snapshot: CatalogSnapshot | undefined;

  constructor({ manifest, lifecycle = [], version = manifest?.version }: CatalogOptions = {}) {
    const rows = [...(manifest === undefined ? [] : toLifecycle(manifest)), ...lifecycle];
    this.#rules = { lifecycle: createLifecycleTable(rows, version), overlay: createOverlay(manifest) };
  }

  /** The tools of a source that is not there yet. */
  add(source: SourceIdentity, listing: SourceListing): void {
    if (this.#sources.has(source.id)) throw conflict("added", source.id, "it is in the catalog already");
    this.replace(source, listing);
  }

  /** The tools of a source, in place of those it had. A tool that did not change keeps its entry. */
  replace(source: SourceIdentity, { tools, instructions, known }: SourceListing): void {
    const before = this.#sources.get(source.id);
    const entries = new Map<string, CatalogEntry>();
    const offered = new Map<Tool, CatalogEntry>();
    const setAside: SetAside[] = [];
    for (const tool of tools) {
      const outcome = this.#read(source, tool, { entries, before, known: known?.get(tool.name) });
      if ("reason" in outcome) setAside.push(outcome);
      else {
        entries.set(outcome.name, outcome);
        offered.set(tool, outcome);
      }
    }
    this.#sources.set(source.id, {
      ...source,
      entries,
      offered,
      setAside,
      ...defined({ instructions }),
    });
    this.#publish(source.id, before?.entries ?? new Map(), entries);
  }

  /** Takes a source and all its tools away. */
  remove(sourceId: string): void {
    const before = this.#sources.get(sourceId);
    if (before === undefined) throw conflict("removed", sourceId, "it is not in the catalog");
    this.#sources.delete(sourceId);
    this.#publish(sourceId, before.entries, new Map());
  }

  /** The catalog of this moment. The same object until something changes. */
  snapshot(): CatalogSnapshot {
    this.#snapshot ??= createSnapshot(this.#version, [...this.#sources.values()], this.#rules.lifecycle);
    return this.#snapshot;
  }

  /** Calls a listener after every change; the answer ends that. */
  subscribe(listener: (change: CatalogChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(source: SourceIdentity, tool: Tool, { entries, before, known }: Listed): CatalogEntry | SetAside {
    const entry = before?.offered.get(tool) ?? toEntry(source, tool, this.#rules, known);
    if ("reason" in entry) return entry;
    if (!entries.has(entry.name)) {
      const known = before?.entries.get(entry.name);
      return known !== undefined && isSameTool(known, entry) ? known : entry;
    }
    if (source.kind === "code") {
      throw new PlimsollError("TOOL_DUPLICATE", `Two tools are named "${tool.name}". Rename one of them.`, {
        tool: tool.name,
        source: source.id,
      });
    }
    return { source: source.id, tool: tool.name, reason: "its source lists another tool of that name" };
  }

  #publish(
    source: string,
    before: ReadonlyMap<string, CatalogEntry>,
    after: ReadonlyMap<string, CatalogEntry>,
  ): void {
    this.#version += 1;
    this.#snapshot = undefined;
    const change: CatalogChange = {
      source,
      added: [...after.values()].filter((entry) => before.get(entry.name) !== entry),
      removed: [...before.values()]
        .filter((entry) => after.get(entry.name) !== entry)
        .map(({ name }) => name),
    };
    for (const listener of this.#listeners) listener(change);
  }
}

function conflict(
  what: "added" | "removed",
  source: string,
  reason: string,
): PlimsollError<"SOURCE_CONFLICT"> {
  const message = `Source "${source}" cannot be ${what}: ${reason}.`;
  return new PlimsollError("SOURCE_CONFLICT", message, { source, reason });
}
