/** How many names one look-up may give. */
export const MOST_NAMES = 20;

/**
 * The names that a query gives: all that stands behind `select:`, or else what stands between commas. Of several words
 * without a comma, those that look like a name; if none does, they are one name, as a title is ("List issues").
 *
 *     mcp__github__list_issues          -> mcp__github__list_issues
 *     select:read write                 -> read, write
 *     read, create_issue list_issues    -> read, create_issue, list_issues
 *     open an issue                     -> open an issue
 */
export function readNames(query: string): string[] {
  const selected = /^\s*select:(.*)$/isu.exec(query)?.[1];
  const parts = selected === undefined ? query.split(/[,;\n]/).flatMap(readPart) : selected.split(/[\s,;]+/);
  return [...new Set(parts.map(bare).filter((name) => name !== ""))];
}

function readPart(part: string): string[] {
  const likely = part.split(/\s+/).filter((word) => LIKE_A_NAME.test(word));
  return likely.length === 0 ? [part] : likely;
}

// A separator between letters, an inner capital or a digit, or a mark of quotation: a plain word of prose has none.
const LIKE_A_NAME = /[\p{L}\p{N}][_/.:-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\p{N}|^[`"'].+[`"'][.?!]?$/u;

const CLOSING = "`\"'”)].?!";

/** Without what stands around a name in prose. What ends a name is counted, because a pattern would try each of many anew. */
function bare(name: string): string {
  const text = name.trim().replace(/^[`"'“([]+/u, "");
  let end = text.length;
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
