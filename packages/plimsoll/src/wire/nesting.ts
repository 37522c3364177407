/**
 * How many levels of lists and objects a message may have. No schema that is usable has half as many, and what walks
 * a message once a level comes to the end of it long before the stack does.
 */
export const MAX_NESTING = 512;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether a JSON text has more levels than it may have; found before anybody makes a value of it. */
export function isTextTooDeep(text: string, most: number = MAX_NESTING): boolean {
  // Each level takes a bracket to open it: most messages are too short to be looked at.
  return text.length > most && walkText(text, (depth) => depth > most);
}

/**
 * The members at the top of a JSON text, with `null` for each list and object in them: who sent what, of a message that
 * is not to be parsed whole. Nothing where it is not JSON that far.
 */
export function readOutline(text: string): unknown {
  let outline = "";
  let from = 0;
  walkText(text, (depth, before, at) => {
    if (before === 1 && depth === 2) outline += `${text.slice(from, at)}null`;
    if (before === 2 && depth === 1) from = at + 1;
    return false;
  });
  try {
    return JSON.parse(outline + text.slice(from));
  } catch {
    return undefined;
  }
}

/** Whether a value has more levels than a message may have. Goes level by level, so no depth is too much for it. */
export function isValueTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap(objectsIn);
  }
  return false;
}

/** Tells of each bracket outside of texts: the depth after it, the depth before it, and where it stands. */
function walkText(text: string, isEnough: (depth: number, before: number, at: number) => boolean): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) {
      if (isEnough(depth + 1, depth, at)) return true;
      depth += 1;
    } else if (CLOSING.has(code)) {
      if (isEnough(depth - 1, depth, at)) return true;
      depth -= 1;
    }
  }
  return false;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

function objectsIn(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).filter((member) => typeof member === "object" && member !== null);
}
