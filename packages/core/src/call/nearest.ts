import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { addTo } from "../internal/add-to.ts";
import { compareText } from "../internal/compare.ts";
import { isOneSlip } from "../internal/is-one-slip.ts";
import { likenessTo } from "../internal/likeness.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { foldName } from "../tool/tool-name.ts";
import { NamePairs } from "./name-pairs.ts";

/** The names of a snapshot, read once: a model that guesses a name guesses another. */
interface KnownNames {
  /** By name. */
  readonly entries: readonly CatalogEntry[];
  /** The names as they are compared; a tool of a server has two. */
  readonly pairs: NamePairs;
  /** Whose name each of them is, by its place among the entries. */
  readonly owners: Uint32Array;
}

const MAX_NEAREST = 3;
const MIN_LIKENESS = 0.4;
/** From here on it was most likely meant: `get_issues` is 0.75 like `list_issues`, `read_file` 0.43 like `gzip_file`. */
const LIKELY = 0.6;

const known = new WeakMap<CatalogSnapshot, KnownNames>();

/** The permitted tools whose names are most like a name that resolved to nothing, most like first. */
export function findNearest(name: string, view: PermittedView): CatalogEntry[] {
  const { entries, pairs, owners } = namesOf(view.snapshot);
  const best = new Float64Array(entries.length);
  pairs.forEachAlike(foldName(name), MIN_LIKENESS, (at, likeness) => {
    const owner = owners[at] ?? 0;
    best[owner] = Math.max(best[owner] ?? 0, likeness);
  });
  const nearest: CatalogEntry[] = [];
  for (const place of mostLikeFirst(best)) {
    const entry = entries[place];
    // Asked last: a policy is asked about the tools that would be shown, not about the whole catalog.
    if (entry !== undefined && view.ask(entry).find) nearest.push(entry);
    if (nearest.length === MAX_NEAREST) break;
  }
  return nearest;
}

/** Whether a tool's name is so like another that it was most likely meant. */
export function isLikely(name: string, entry: CatalogEntry): boolean {
  const wanted = foldName(name);
  const letters = likenessTo(wanted);
  return comparedNames(entry).some((other) => isOneSlip(wanted, other) || letters(other) >= LIKELY);
}

function namesOf(snapshot: CatalogSnapshot): KnownNames {
  const names = known.get(snapshot) ?? readNames(snapshot);
  known.set(snapshot, names);
  return names;
}

function readNames(snapshot: CatalogSnapshot): KnownNames {
  const entries = [...snapshot.entries()].sort((a, b) => compareText(a.name, b.name));
  const names: string[] = [];
  const owners: number[] = [];
  for (const [place, entry] of entries.entries()) {
    for (const name of comparedNames(entry)) {
      names.push(name);
      owners.push(place);
    }
  }
  return { entries, pairs: new NamePairs(names), owners: new Uint32Array(owners) };
}

/** Its whole name, and what of it stands behind its source. */
function comparedNames({ name }: CatalogEntry): string[] {
  const slash = name.indexOf("/");
  return slash < 0 ? [foldName(name)] : [foldName(name), foldName(name.slice(slash + 1))];
}

/** Places by their likeness. Many are equally like, and those stand in their order already: nothing else is sorted. */
function* mostLikeFirst(best: Float64Array): Generator<number> {
  const places = new Map<number, number[]>();
  for (let place = 0; place < best.length; place++) {
    const likeness = best[place] ?? 0;
    if (likeness !== 0) addTo(places, likeness, place);
  }
  for (const likeness of [...places.keys()].sort((a, b) => b - a)) yield* places.get(likeness) ?? [];
}
