/** The known key that was most likely meant: at most two slips away, fewer where it is short. */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  const wanted = fold(written);
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const key of known) {
    const allowed = key.length < 4 ? 0 : key.length < 6 ? 1 : 2;
    const slips = countSlips(wanted, fold(key));
    if (slips > allowed || slips >= fewest) continue;
    best = key;
    fewest = slips;
  }
  return best;
}

/** Case and separators are habits of other programs: `idle_seconds`, `IdleSeconds`. */
function fold(key: string): string {
  return key.toLowerCase().replace(/[_\- ]/g, "");
}

/** How many letters were added, left out or changed on the way from one word to the other (Levenshtein). */
function countSlips(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
