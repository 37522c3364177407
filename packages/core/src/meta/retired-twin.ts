import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { foldName } from "../tool/tool-name.ts";
import type { MetaContext } from "./meta-context.ts";

/** A query that is a retired name and nothing else: the name as the catalog has it, and its living twin. */
export interface RetiredTwin {
  readonly name: string;
  readonly entry: CatalogEntry;
}

/** Reads a whole query as a retired name, among the tools that the asker may find. */
export function findRetiredTwin(
  query: string,
  { view: { snapshot, ask } }: MetaContext,
): RetiredTwin | undefined {
  const asked = query.trim();
  const resolution = snapshot.resolve(asked, (entry) => ask(entry).find);
  if (resolution.type !== "found" || resolution.retired === undefined) return undefined;
  const { entry } = resolution;
  const names = snapshot.lifecycle.retiredNamesOf(entry.name);
  return { entry, name: names.find((name) => foldName(name) === foldName(asked)) ?? asked };
}
