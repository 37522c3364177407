import { splitWords } from "../words.ts";

const SHORT = 7;

/** Finds the name that a cited one nearly is, among the names of one source. */
export type FindNearName = (cited: string) => string | undefined;

/** Makes a search over names: other separators or capitals, an `s` more or less, or one letter off. */
export function createNearNames(names: Iterable<string>): FindNearName {
  const folded = new Map<string, string>();
  const byLength = new Map<number, string[]>();
  for (const name of names) {
    const fold = foldOf(name);
    if (!folded.has(fold)) folded.set(fold, name);
    byLength.set(name.length, [...(byLength.get(name.length) ?? []), name]);
  }
  const found = new Map<string, string | undefined>();
  return (cited) => {
    if (!found.has(cited)) found.set(cited, findNear(cited, folded, byLength));
    return found.get(cited);
  };
}

function findNear(
  cited: string,
  folded: ReadonlyMap<string, string>,
  byLength: ReadonlyMap<number, readonly string[]>,
): string | undefined {
  const fold = foldOf(cited);
  // One plain word in another spelling is an ordinary word.
  if (!fold.includes(" ")) return undefined;
  const same = folded.get(fold);
  if (same !== undefined) return same;
  if (cited.length <= SHORT) return undefined;
  return [-1, 0, 1]
    .flatMap((more) => byLength.get(cited.length + more) ?? [])
    .find((name) => isOneEditApart(cited, name));
}

function foldOf(name: string): string {
  return splitWords(name).join(" ");
}

/** One letter more, less or other, or two that changed places; another digit is another thing. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (/\d/.test(left + right)) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
