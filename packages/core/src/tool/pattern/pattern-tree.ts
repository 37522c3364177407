/** A regular expression of ECMA-262 (flag `u`) as a tree, as far as it is regular in the strict sense. */
export type PatternTree =
  /** One character; `source` is the expression for it, `a`, `\d`, `[^x]`, `.` or the like. */
  | { readonly type: "character"; readonly source: string }
  | { readonly type: "assertion"; readonly holds: Assertion }
  | { readonly type: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly type: "choice"; readonly options: readonly PatternTree[] }
  | { readonly type: "repeat"; readonly part: PatternTree; readonly least: number; readonly most: number };

/** What an expression may ask of a place between two characters. */
export type Assertion = "start" | "end" | "boundary" | "no-boundary";

/** Says why a pattern cannot be checked; thrown by the steps that read one, caught where they are called. */
export class Uncheckable extends Error {}

const MAX_LENGTH = 2_000;
const MAX_GROUPS = 50;

const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ["^", "start"],
  ["$", "end"],
  ["\\b", "boundary"],
  ["\\B", "no-boundary"],
]);

/**
 * Reads a pattern. The engine's own reader judges first whether it is well formed, so what follows only takes
 * well-formed patterns apart:
 *
 *     choice   = sequence ("|" sequence)*
 *     sequence = (atom quantifier?)*
 *     atom     = "(" choice ")" | assertion | character
 */
export function parsePattern(pattern: string): PatternTree {
  if (pattern.length > MAX_LENGTH) throw new Uncheckable(`it is longer than ${MAX_LENGTH} characters`);
  try {
    new RegExp(pattern, "u");
  } catch {
    throw new Uncheckable("it is not a regular expression of ECMA-262");
  }
  return parseChoice({ pattern, at: 0, groups: 0 });
}

interface Reader {
  readonly pattern: string;
  at: number;
  groups: number;
}

function parseChoice(reader: Reader): PatternTree {
  const options = [parseSequence(reader)];
  while (take(reader, /\|/y) !== undefined) options.push(parseSequence(reader));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { type: "choice", options };
}

function parseSequence(reader: Reader): PatternTree {
  const parts: PatternTree[] = [];
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern.charAt(reader.at))) {
    parts.push(parseQuantifier(reader, parseAtom(reader)));
  }
  return { type: "sequence", parts };
}

function parseAtom(reader: Reader): PatternTree {
  if (take(reader, /\(/y) !== undefined) return parseGroup(reader);
  const assertion = ASSERTIONS.get(take(reader, /[$^]|\\[bB]/y) ?? "");
  if (assertion !== undefined) return { type: "assertion", holds: assertion };
  if (take(reader, /\\(?:[1-9]|k)/y) !== undefined) throw new Uncheckable("it refers back to a group");
  const source = take(reader, CHARACTER);
  if (source === undefined) throw new Uncheckable("it has a form that is not known here");
  return { type: "character", source };
}

// Two escapes that are the halves of one character count as that character under the flag `u`.
const CHARACTER =
  /\[(?:\\.|[^\]\\])*\]|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u\{[^}]*\}|\\u....|\\x..|\\c.|\\[pP]\{[^}]*\}|\\.|[^\\]/suy;

function parseGroup(reader: Reader): PatternTree {
  if (take(reader, /\?<?[=!]/y) !== undefined) throw new Uncheckable("it looks ahead or behind");
  if (take(reader, /\?(?::|<[^>]*>)/y) === undefined && reader.pattern.charAt(reader.at) === "?") {
    throw new Uncheckable("it has a form that is not known here");
  }
  reader.groups += 1;
  if (reader.groups > MAX_GROUPS) throw new Uncheckable(`its groups are nested deeper than ${MAX_GROUPS}`);
  const inner = parseChoice(reader);
  reader.groups -= 1;
  reader.at += 1;
  return inner;
}

function parseQuantifier(reader: Reader, part: PatternTree): PatternTree {
  const quantifier = take(reader, /[*+?]|\{[^}]*\}/y);
  if (quantifier === undefined) return part;
  // Lazy or greedy: the same texts match.
  take(reader, /\?/y);
  const [least, most] = bounds(quantifier);
  return { type: "repeat", part, least, most };
}

function bounds(quantifier: string): readonly [number, number] {
  if (quantifier === "*") return [0, Number.POSITIVE_INFINITY];
  if (quantifier === "+") return [1, Number.POSITIVE_INFINITY];
  if (quantifier === "?") return [0, 1];
  const [least = "", most = least] = quantifier.slice(1, -1).split(",");
  return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
}

function take(reader: Reader, what: RegExp): string | undefined {
  what.lastIndex = reader.at;
  const found = what.exec(reader.pattern)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}
