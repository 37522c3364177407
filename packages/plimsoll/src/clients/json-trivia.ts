const TRIVIUM = /[ \t]+|\r\n|[\r\n]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/y;

/** What stands after a property of a JSON object, up to the next property or the end of the object. */
export interface JsonTrivia {
  /** Where the comma is, if there is one. */
  readonly comma: number | undefined;
  /** Where something else may be written: behind the comma, and behind the comments on that line. */
  readonly end: number;
}

/** Reads white space, comments and a comma. */
export function readTrivia(text: string, from: number): JsonTrivia {
  let comma: number | undefined;
  let end = from;
  let isSameLine = true;
  const trivia = new RegExp(TRIVIUM);
  trivia.lastIndex = from;
  for (let match = trivia.exec(text); match !== null; match = trivia.exec(text)) {
    const [found] = match;
    if (found === ",") {
      if (comma !== undefined) break;
      comma = match.index;
      end = match.index + 1;
      isSameLine = true;
    } else if (/^[\r\n]/.test(found)) {
      isSameLine = false;
    } else if (isSameLine && found.startsWith("/")) {
      end = match.index + found.length;
      if (/[\r\n]/.test(found)) isSameLine = false;
    }
  }
  return { comma, end };
}
