import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { compareText } from "../internal/compare.ts";
import { isOneSlip } from "../internal/is-one-slip.ts";
import { likenessTo } from "../internal/likeness.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { foldName } from "../tool/tool-name.ts";

const MAX_NEAREST = 3;
const MIN_LIKENESS = 0.4;
/** From here on it was most likely meant: `get_issues` is 0.75 like `list_issues`, `read_file` 0.43 like `gzip_file`. */
const LIKELY = 0.6;
const ONE_SLIP = 0.99;

/** The permitted tools whose names are most like a name that resolved to nothing, most like first. */
export function findNearest(name: string, view: PermittedView): CatalogEntry[] {
  const likeness = toLikeness(name);
  return view.snapshot
    .entries()
    .filter((entry) => view.ask(entry).find)
    .map((entry) => ({ entry, likeness: likenessOf(entry, likeness) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || compareText(a.entry.name, b.entry.name))
    .slice(0, MAX_NEAREST)
    .map(({ entry }) => entry);
}

/** Whether a tool's name is so like another that it was most likely meant. */
export function isLikely(name: string, entry: CatalogEntry): boolean {
  return likenessOf(entry, toLikeness(name)) >= LIKELY;
}

/** How like a name is, in letters; one slip of the pen counts for more than the letters say. */
function toLikeness(name: string): (other: string) => number {
  const wanted = foldName(name);
  const letters = likenessTo(wanted);
  return (other) => (isOneSlip(wanted, other) ? ONE_SLIP : 0) || letters(other);
}

function likenessOf({ name }: CatalogEntry, likeness: (name: string) => number): number {
  const local = name.slice(name.indexOf("/") + 1);
  return Math.max(likeness(foldName(name)), likeness(foldName(local)));
}
