import { canonicalJson } from "../internal/canonical-json.ts";
import { compareText } from "../internal/compare.ts";
import { defined } from "../internal/defined.ts";
import { sha256Hex } from "../internal/hash.ts";
import { once } from "../internal/once.ts";
import type { Tool } from "../tool/tool.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { CatalogSnapshot, SetAside, SourceSummary } from "./catalog-snapshot.ts";
import type { LifecycleTable } from "./lifecycle-table.ts";
import { createNameTable } from "./name-table.ts";
import type { SourceKind } from "./source.ts";

/** What the catalog holds of one source. */
export interface SourceTools {
  readonly id: string;
  readonly kind: SourceKind;
  readonly instructions?: string;
  /** By canonical name. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** By the tool they were made from: a tool that is offered again needs no second look. */
  readonly offered: ReadonlyMap<Tool, CatalogEntry>;
  readonly setAside: readonly SetAside[];
}

/** Freezes the catalog of one moment. What costs time is worked out when it is first asked for. */
export function createSnapshot(
  version: number,
  sources: readonly SourceTools[],
  lifecycle: LifecycleTable,
): CatalogSnapshot {
  const { living, retired, setAside } = merge(sources, lifecycle);
  const names = createNameTable(living, retired, lifecycle);
  const sorted = [...living.values()].sort(compareEntries);
  const summaries = once(() => sources.map(toSummary).sort((a, b) => compareText(a.id, b.id)));
  const fingerprint = once(() => fingerprintOf(sorted, lifecycle));
  return {
    version,
    size: sorted.length,
    lifecycle,
    setAside,
    get sources() {
      return summaries();
    },
    get fingerprint() {
      return fingerprint();
    },
    get: (name) => living.get(name),
    resolve: names.resolve,
    entries: () => sorted,
  };
}

/** Tools of all sources by name, retired ones apart; a name that two sources claim is the first source's. */
function merge(sources: readonly SourceTools[], lifecycle: LifecycleTable) {
  const living = new Map<string, CatalogEntry>();
  const retired = new Map<string, CatalogEntry>();
  const wireNames = new Set<string>();
  const setAside = sources.flatMap((source) => source.setAside);
  for (const entry of sources.flatMap((source) => [...source.entries.values()])) {
    if (lifecycle.isRetired(entry.name)) {
      retired.set(entry.name, entry);
      continue;
    }
    if (living.has(entry.name) || wireNames.has(entry.wireName)) {
      const reason = `another source has a tool named ${entry.wireName}`;
      setAside.push({ source: entry.source.id, tool: entry.tool.name, reason });
      continue;
    }
    living.set(entry.name, entry);
    wireNames.add(entry.wireName);
  }
  return { living, retired, setAside };
}

function compareEntries(a: CatalogEntry, b: CatalogEntry): number {
  const byKind = Number(a.source.kind === "mcp") - Number(b.source.kind === "mcp");
  return byKind || compareText(a.name, b.name);
}

function toSummary({ id, kind, instructions, entries }: SourceTools): SourceSummary {
  const hash = once(() =>
    sha256Hex(
      canonicalJson([...entries.values()].map((entry) => `${entry.name} ${entry.schemaHash}`).sort()),
    ),
  );
  return {
    id,
    kind,
    get hash() {
      return hash();
    },
    tools: entries.size,
    ...defined({ instructions }),
  };
}

function fingerprintOf(sorted: readonly CatalogEntry[], { rows: table, version }: LifecycleTable): string {
  const rows = [version, ...table.map(canonicalJson).sort()];
  return sha256Hex(canonicalJson([sorted.map(({ name, schemaHash }) => [name, schemaHash]), rows]));
}
