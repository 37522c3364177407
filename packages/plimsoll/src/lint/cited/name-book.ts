import { type CatalogEntry, type CatalogSnapshot, isRetired } from "@plimsoll/core";
import { groupBy } from "../../internal/group-by.ts";
import type { LintManifest } from "../lint-manifest.ts";
import { parameterNamesOf } from "../tool-texts.ts";
import { createNearNames, type FindNearName } from "./near-names.ts";

/** Why a cited name is stale, and the tool that is meant. */
export interface StaleName {
  readonly meant: string;
  /** Continues "There is X in its description: …". */
  readonly reason: string;
}

/** Knows the names of a catalog, living and not. */
export interface NameBook {
  whyStale(cited: string, by: CatalogEntry): StaleName | undefined;
}

/** What is known of one source: its tools by their own names, and the words that are names of parameters. */
interface SourceNames {
  readonly tools: ReadonlyMap<string, CatalogEntry>;
  readonly parameters: ReadonlySet<string>;
  readonly findNear: FindNearName;
}

/** Makes the book of a snapshot. */
export function createNameBook(snapshot: CatalogSnapshot, manifest: LintManifest | undefined): NameBook {
  const sources = new Map(
    [...groupBy(snapshot.entries(), ({ source }) => source.id)].map(([id, entries]) => [
      id,
      namesOf(entries),
    ]),
  );
  const retired = new Map(
    (manifest?.rows ?? []).flatMap(({ row }) => (isRetired(row.state) ? [[row.name, row] as const] : [])),
  );
  const aliases = new Map(
    snapshot.entries().flatMap((entry) => (entry.tool.aliases ?? []).map((alias) => [alias, entry] as const)),
  );
  return {
    whyStale(cited, by) {
      const own = sources.get(by.source.id);
      if (own === undefined || own.tools.has(cited) || snapshot.get(cited) !== undefined) return undefined;
      const row = retired.get(cited) ?? retired.get(`${by.source.id}/${cited}`);
      if (row !== undefined) {
        const meant = row.replacement ?? row.name;
        return { meant, reason: `that name is ${row.state}; the tool is ${meant}` };
      }
      const alias = aliases.get(cited);
      if (alias !== undefined) return { meant: alias.name, reason: `that is an alias of ${alias.name}` };
      return whyNearlySame(cited, own, by);
    },
  };
}

function whyNearlySame(
  cited: string,
  { tools, parameters, findNear }: SourceNames,
  by: CatalogEntry,
): StaleName | undefined {
  if (parameters.has(cited)) return undefined;
  const entry = tools.get(findNear(cited) ?? "");
  // A wire name is a name too, as models see it.
  if (entry === undefined || entry === by || cited === entry.wireName) return undefined;
  return { meant: entry.name, reason: `no tool is named so; ${entry.name} is the nearest` };
}

function namesOf(entries: readonly CatalogEntry[]): SourceNames {
  const tools = new Map(entries.map((entry) => [entry.tool.name, entry]));
  return {
    tools,
    parameters: new Set(entries.flatMap(({ tool }) => [...parameterNamesOf(tool)])),
    findNear: createNearNames(tools.keys()),
  };
}
