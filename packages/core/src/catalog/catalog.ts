import { PlimsollError } from "../errors.ts";
import type { Tool } from "../tool/tool.ts";
import { toToolName } from "../tool/tool-name.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { CatalogSnapshot, SetAside } from "./catalog-snapshot.ts";
import { createSnapshot, type SourceTools } from "./create-snapshot.ts";
import type { LifecycleRow } from "./lifecycle.ts";
import type { SourceKind, SourceListing } from "./source.ts";
import { toEntry } from "./to-entry.ts";

/** What changed in a catalog. */
export interface CatalogChange {
  readonly source: string;
  readonly added: readonly CatalogEntry[];
  /** The names that are gone, or whose entry is another now. */
  readonly removed: readonly string[];
}

/** Names a source to a catalog. */
export interface SourceIdentity {
  readonly id: string;
  readonly kind: SourceKind;
}

/** Every tool known now. Tools come and go by source; readers take snapshots. */
export class Catalog {
  readonly #sources = new Map<string, SourceTools>();
  readonly #listeners = new Set<(change: CatalogChange) => void>();
  readonly #lifecycle: readonly LifecycleRow[];
  #version = 0;
  #snapshot: CatalogSnapshot | undefined;

  constructor(options: { readonly lifecycle?: readonly LifecycleRow[] } = {}) {
    this.#lifecycle = options.lifecycle ?? [];
  }

  /** The tools of a source, in place of those it had. A tool that did not change keeps its entry. */
  replace(source: SourceIdentity, { tools, instructions }: SourceListing): void {
    const before = this.#sources.get(source.id);
    const entries = new Map<string, CatalogEntry>();
    const setAside: SetAside[] = [];
    for (const tool of tools) {
      const outcome = this.#read(source, tool, entries, before);
      if ("reason" in outcome) setAside.push(outcome);
      else entries.set(outcome.name, outcome);
    }
    this.#sources.set(source.id, {
      ...source,
      entries,
      setAside,
      ...(instructions === undefined ? {} : { instructions }),
    });
    this.#publish(source.id, before?.entries ?? new Map(), entries);
  }

  /** Takes a source and all its tools away. */
  remove(sourceId: string): void {
    const before = this.#sources.get(sourceId);
    if (before === undefined) {
      const reason = "it is not in the catalog";
      throw new PlimsollError("SOURCE_CONFLICT", `Source "${sourceId}" cannot be removed: ${reason}.`, {
        source: sourceId,
        reason,
      });
    }
    this.#sources.delete(sourceId);
    this.#publish(sourceId, before.entries, new Map());
  }

  /** The catalog of this moment. The same object until something changes. */
  snapshot(): CatalogSnapshot {
    this.#snapshot ??= createSnapshot(this.#version, [...this.#sources.values()], this.#lifecycle);
    return this.#snapshot;
  }

  /** Calls a listener after every change; the answer ends that. */
  subscribe(listener: (change: CatalogChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(
    source: SourceIdentity,
    tool: Tool,
    entries: ReadonlyMap<string, CatalogEntry>,
    before: SourceTools | undefined,
  ): CatalogEntry | SetAside {
    const known = before?.entries.get(toToolName(source.id, source.kind, tool.name));
    const entry = known?.tool === tool ? known : toEntry(source, tool, this.#lifecycle);
    if ("reason" in entry || !entries.has(entry.name)) return entry;
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
