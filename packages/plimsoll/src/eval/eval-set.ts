import { type CatalogEntry, type CatalogSnapshot, toEntryDocument } from "@plimsoll/core";
import type { SearchDocument } from "@plimsoll/core/search";
import type { LoadedCatalog } from "../catalog-file/load-catalog-files.ts";

/** Tools to be searched, and what their queries call them. */
export interface EvalSet {
  /** Of all tools, distractors included. */
  readonly documents: readonly SearchDocument[];
  /** The id that stands in gold, by canonical name: the row's own, or that name where it has none. Not of distractors. */
  readonly ids: ReadonlyMap<string, string>;
  /** How many of the tools only stand in the way. */
  readonly extra: number;
  /** How many more would have, but for having the name of a tool that is looked for. */
  readonly extraSetAside: number;
}

/**
 * Puts what is looked for and what stands in the way side by side, as documents of one index. They come from two
 * catalogs, so that neither a source nor an id of the one can be taken for one of the other.
 */
export function toEvalSet(tools: LoadedCatalog, extra?: LoadedCatalog): EvalSet {
  const wanted = tools.catalog.snapshot();
  const distractors = extra?.catalog.snapshot();
  const others = distractors?.entries().filter(({ name }) => wanted.get(name) === undefined) ?? [];
  const toDocuments = (entries: readonly CatalogEntry[], snapshot: CatalogSnapshot): SearchDocument[] =>
    entries.map((entry) => toEntryDocument(entry, snapshot));
  return {
    documents: [
      ...toDocuments(wanted.entries(), wanted),
      ...(distractors === undefined ? [] : toDocuments(others, distractors)),
    ],
    ids: new Map(wanted.entries().map(({ name }) => [name, tools.ids.get(name) ?? name])),
    extra: others.length,
    extraSetAside: (distractors?.size ?? 0) - others.length,
  };
}
