import { foldName } from "../tool/tool-name.ts";

/**
 * The folded names that a query may be naming: the whole of it, what stands in backticks or quotes, the list
 * behind `select:`, and every word that looks like an identifier. A plain word (`search`) names a tool only as
 * the whole query, in quotes, or in `select:`.
 */
export function namedIn(query: string): Set<string> {
  const names = [query];
  const selected = /^\s*select:(.*)$/isu.exec(query)?.[1];
  if (selected !== undefined) names.push(...selected.split(","));
  for (const quoted of query.matchAll(/[`"']([^`"']+)[`"']/gu)) names.push(quoted[1] ?? "");
  for (const word of query.split(/[\s,;()]+/u)) if (isIdentifier(word)) names.push(word);
  return new Set(names.map(foldName).filter((name) => name !== ""));
}

function isIdentifier(word: string): boolean {
  return /[\p{L}\p{N}][_/.:-][\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(word);
}
