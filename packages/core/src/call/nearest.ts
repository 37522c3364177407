import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { compareText } from "../internal/compare.ts";
import { likenessTo } from "../internal/likeness.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { foldName } from "../tool/tool-name.ts";

const MAX_NEAREST = 3;
const MIN_LIKENESS = 0.4;

/** The permitted tools whose names are most like a name that resolved to nothing, most like first. */
export function findNearest(name: string, view: PermittedView): CatalogEntry[] {
  const likeness = likenessTo(foldName(name));
  return view.snapshot
    .entries()
    .filter((entry) => view.ask(entry).find)
    .map((entry) => ({ entry, likeness: likenessOf(entry, likeness) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || compareText(a.entry.name, b.entry.name))
    .slice(0, MAX_NEAREST)
    .map(({ entry }) => entry);
}

function likenessOf({ name }: CatalogEntry, likeness: (name: string) => number): number {
  const local = name.slice(name.indexOf("/") + 1);
  return Math.max(likeness(foldName(name)), likeness(foldName(local)));
}
