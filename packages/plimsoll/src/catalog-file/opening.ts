import { isRecord } from "../internal/is-record.ts";
import { toDocument } from "./document.ts";
import { findSyntaxFault, parseJson } from "./json-syntax.ts";
import type { Line } from "./split-lines.ts";

/** How many lines tell a document from rows: a row can follow a row that was cut off as if it were its value, but not twice. */
export const OPENING_LINES = 3;

const DOCUMENT_START = /^\s*(?:\[|\{\s*(?:"id"\s*:[^,]*,\s*)?"(?:jsonrpc|result|tools)"\s*:)/;

/** Whether a file begins as no row does, so that its first line may be as long as a whole document. */
export function startsDocument(head: Uint8Array): boolean {
  return DOCUMENT_START.test(new TextDecoder().decode(head));
}

/**
 * Whether a file that begins with these lines is one JSON document; else it is JSON Lines, of which any may be bad.
 *
 * A first line that is whole JSON is a document only if it is alone and has the shape of one. A first line that
 * is the beginning of JSON is one unless the next lines do not continue it and are rows themselves.
 */
export function isDocument([first, ...rest]: readonly Line[]): boolean {
  if (first === undefined || !("text" in first)) return false;
  const whole = parseJson(first.text);
  if (whole !== undefined) return rest.length === 0 && toDocument(whole.value) !== undefined;
  return findSyntaxFault(first.text).atEnd && (isBeginning([first, ...rest]) || !rest.some(holdsObject));
}

function isBeginning(lines: readonly Line[]): boolean {
  const text = joinLines(lines);
  return parseJson(text) !== undefined || findSyntaxFault(text).atEnd;
}

function holdsObject(line: Line): boolean {
  return "text" in line && isRecord(parseJson(line.text)?.value);
}

/** The text that lines were split from, each on the line it was on. */
export function joinLines(lines: readonly Line[]): string {
  let text = "";
  let at = 1;
  for (const line of lines) {
    text += "\n".repeat(line.number - at) + ("text" in line ? line.text : "");
    at = line.number;
  }
  return text;
}
