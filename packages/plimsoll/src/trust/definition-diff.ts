import { toVisibleText } from "./visible-text.ts";
import { walkJson } from "./walk-json.ts";

const CONTEXT = 60;
const MOST_CHARACTERS = 4_000;

/** One place in which two forms of a definition differ. */
export interface FieldDifference {
  /** As `inputSchema.properties.path.description`. */
  readonly field: string;
  /** As text; absent where the field is not there. */
  readonly before?: string;
  readonly after?: string;
}

/** Where two forms of a definition differ, leaf by leaf; all of it, where there was none before. */
export function compareDefinitions(before: unknown, after: unknown): readonly FieldDifference[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const fields = new Set([...now.keys(), ...old.keys()]);
  return [...fields]
    .filter((field) => old.get(field) !== now.get(field))
    .map((field) => ({ field, ...part("before", old.get(field)), ...part("after", now.get(field)) }));
}

/** Differences in lines: the field, then the old and the new below each other, what is hidden made visible. */
export function renderDifferences(differences: readonly FieldDifference[]): readonly string[] {
  return differences.flatMap(({ field, before, after }) => {
    const [old, now] = before !== undefined && after !== undefined ? narrow(before, after) : [before, after];
    return [
      `  ${toVisibleText(field)}`,
      ...(old === undefined ? [] : [`    - ${toShown(old)}`]),
      ...(now === undefined ? [] : [`    + ${toShown(now)}`]),
    ];
  });
}

/** Two long texts as far as they differ, with a little before and after. */
function narrow(before: string, after: string): readonly [string, string] {
  const [old, now] = [[...before], [...after]];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [from, to] = [Math.max(0, start - CONTEXT), Math.max(0, end - CONTEXT)];
  const cut = (text: readonly string[]): string =>
    `${from > 0 ? "…" : ""}${text.slice(from, text.length - to).join("")}${to > 0 ? "…" : ""}`;
  return [cut(old), cut(now)];
}

/** No definition is shown shorter than it is without saying so: what follows is where a trick would be. */
function toShown(text: string): string {
  const characters = [...text];
  if (characters.length <= MOST_CHARACTERS) return toVisibleText(text);
  const more = characters.length - MOST_CHARACTERS;
  const shown = characters.slice(0, MOST_CHARACTERS).join("");
  return `${toVisibleText(shown)} … and ${more} more characters, which --json shows`;
}

function leavesOf(definition: unknown): ReadonlyMap<string, string> {
  const leaves = definition === undefined ? [] : [...walkJson(definition)].filter(({ isLeaf }) => isLeaf);
  return new Map(leaves.map(({ path, value }) => [path === "" ? "text" : path, toText(value)]));
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function part<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string };
}
