// A template of more parts than any that is meant for people, and an address longer than one that is written into a text.
const MAX_TEMPLATE = 1_000;
const MAX_EXPRESSIONS = 30;
const MAX_URI = 2_000;

/** A piece of a template: words that stand there, or one or more characters of which none is among the excluded. */
type Piece = string | { readonly excluded: string };

const LINE_ENDS = "\n\r\u2028\u2029";

/**
 * Whether an address is one that a template of a server may have been filled in to. As the SDK's `UriTemplate.match`,
 * but in one walk over the address for each piece: that makes a regular expression of the template, and a server can
 * list one that keeps it busy for ever. A list (`{name*}`) may have commas anywhere.
 */
export function fitsTemplate(template: string, uri: string): boolean {
  if (template.length > MAX_TEMPLATE || uri.length > MAX_URI) return false;
  const pieces = toPieces(template);
  if (pieces === undefined) return false;
  // Where in the address the pieces so far can end.
  let ends = new Uint8Array(uri.length + 1);
  ends[0] = 1;
  for (const piece of pieces) {
    ends = typeof piece === "string" ? afterText(ends, piece, uri) : afterRun(ends, piece.excluded, uri);
    if (!ends.includes(1)) return false;
  }
  return ends[uri.length] === 1;
}

function afterText(ends: Uint8Array, text: string, uri: string): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(ends.length);
  for (let at = ends.indexOf(1); at !== -1; at = ends.indexOf(1, at + 1)) {
    if (uri.startsWith(text, at)) next[at + text.length] = 1;
  }
  return next;
}

function afterRun(ends: Uint8Array, excluded: string, uri: string): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(ends.length);
  let isOpen = false;
  for (let at = 0; at < uri.length; at += 1) {
    isOpen = !excluded.includes(uri.charAt(at)) && (isOpen || ends[at] === 1);
    if (isOpen) next[at + 1] = 1;
  }
  return next;
}

/** The pieces of a template; nothing where it is none, or has too many. */
function toPieces(template: string): readonly Piece[] | undefined {
  const [first = "", ...rest] = template.split("{");
  if (rest.length > MAX_EXPRESSIONS) return undefined;
  const pieces: Piece[] = [first];
  for (const part of rest) {
    const end = part.indexOf("}");
    if (end === -1) return undefined;
    pieces.push(...toExpression(part.slice(0, end)), part.slice(end + 1));
  }
  return pieces;
}

function toExpression(expression: string): readonly Piece[] {
  const operator = /^[+#./?&]/.exec(expression)?.[0] ?? "";
  const run = { excluded: expression.includes("*") ? "/" : "/," };
  switch (operator) {
    case "+":
    case "#":
      return [{ excluded: LINE_ENDS }];
    case ".":
      return [".", { excluded: "/," }];
    case "/":
      return ["/", run];
    case "?":
    case "&":
      return namesIn(expression).flatMap((name, at) => [
        `${at === 0 ? operator : "&"}${name}=`,
        { excluded: "&" },
      ]);
    default:
      return [run];
  }
}

function namesIn(expression: string): readonly string[] {
  const names = expression.slice(1).split(",");
  return names.map((name) => name.replace("*", "").trim()).filter((name) => name !== "");
}
