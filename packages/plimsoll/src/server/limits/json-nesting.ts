const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether lists and objects stand in each other in a JSON text more than so many times. Looks at the text, before
 * anybody makes a value of it; of a text that is not JSON the answer says nothing.
 */
export function isTextNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (depth > most) return true;
  }
  return false;
}

/** Where the string ends that begins at a quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}
