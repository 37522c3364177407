/** Whether a text matches one of some patterns: whole-string globs, in which only `*` is special. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matches(pattern, text));
}

/**
 * Walks pattern and text once, going back only to the latest `*`: no regular expression, so no pattern can
 * make it slow.
 */
function matches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let retry = 0;
  let place = 0;
  while (place < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      retry = place;
    } else if (pattern[at] === text[place]) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++retry;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
