import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { compareText } from "../internal/compare.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { foldName } from "../tool/tool-name.ts";

const MAX_NEAREST = 3;
const MIN_LIKENESS = 0.4;

/** The permitted tools whose names are most like a name that resolved to nothing, most like first. */
export function findNearest(name: string, view: PermittedView): CatalogEntry[] {
  const wanted = bigrams(foldName(name));
  return view.snapshot
    .entries()
    .filter((entry) => view.ask(entry).find)
    .map((entry) => ({ entry, likeness: likenessOf(wanted, entry) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || compareText(a.entry.name, b.entry.name))
    .slice(0, MAX_NEAREST)
    .map(({ entry }) => entry);
}

function likenessOf(wanted: ReadonlySet<string>, { name }: CatalogEntry): number {
  const local = name.slice(name.indexOf("/") + 1);
  return Math.max(dice(wanted, bigrams(foldName(name))), dice(wanted, bigrams(foldName(local))));
}

/** Sørensen–Dice: twice the pairs of letters two names share, over the pairs both have. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

function bigrams(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}
