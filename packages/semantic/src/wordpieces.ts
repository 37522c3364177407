import { groupPieces, lengthWithin, type PieceGroup } from "./piece-groups.ts";
import { createPieceTrie, FIRST, LATER, type PieceTrie } from "./piece-trie.ts";
import { NONE, symbolOf } from "./symbol.ts";

/** Reads texts as wordpieces of one vocabulary. */
export interface Wordpieces {
  /** Hands on the row of every piece of a text, in order; what has no piece is passed over. */
  read(text: string, visit: (row: number) => void): void;
}

// A request has a handful of words: to look through the pieces that begin as they do takes less time than the tree.
const LOOKED_THROUGH = 8;

/**
 * Prepares a vocabulary for reading: `piece` starts a word, `##piece` goes on with one. Pieces of anything but
 * lower-case ASCII letters and digits are never met.
 *
 * Text is taken the way the teacher's tokenizer takes it (lower case, no accents, longest piece first), except that
 * identifiers are split (`validateFile`, `validate_file` and `validate-file` are the same two words, `sha256Sum` is
 * three) and signs say nothing. A run of letters and digits that is a piece as it stands, like "YouTube" or "mp3",
 * stays whole.
 */
export function createWordpieces(pieces: readonly string[]): Wordpieces {
  const waiting = groupPieces(pieces);
  let trie: PieceTrie | undefined;

  /** The group that begins as a text does, while it is not in the tree yet. */
  const waitingFor = (root: number, symbol: number): PieceGroup | undefined => {
    const group = (root === FIRST ? waiting.first : waiting.later)[symbol];
    if (group === undefined || group.isReady) return undefined;
    group.asked += 1;
    if (group.asked <= LOOKED_THROUGH) return group;
    trie ??= createPieceTrie(pieces);
    for (const row of group.rows) trie.add(root, pieces[row] ?? "", group.from, row);
    group.isReady = true;
    return undefined;
  };

  // Where the piece that was found last ends: a second answer, without an object for each piece.
  let stop = 0;
  const longestRow = (root: number, text: string, start: number, end: number): number => {
    let node = root;
    let row = NONE;
    stop = start + 1;
    const group = waitingFor(root, symbolOf(text.charCodeAt(start)));
    if (group !== undefined) {
      let longest = 0;
      for (const candidate of group.rows) {
        const length = lengthWithin(pieces[candidate] ?? "", group.from, text, start, end);
        if (length > longest) [longest, row] = [length, candidate];
      }
      if (longest > 0) stop = start + longest;
      return row;
    }
    for (let at = start; at < end && trie !== undefined; at++) {
      node = trie.step(node, symbolOf(text.charCodeAt(at)));
      if (node === NONE) break;
      const here = trie.rowAt(node);
      if (here === NONE) continue;
      row = here;
      stop = at + 1;
    }
    return row;
  };

  const readWord = (text: string, start: number, end: number, visit: (row: number) => void) => {
    for (let at = start; at < end; at = stop) {
      const row = longestRow(at === start ? FIRST : LATER, text, at, end);
      if (row !== NONE) visit(row);
    }
  };

  const readRun = (text: string, start: number, end: number, visit: (row: number) => void) => {
    const whole = longestRow(FIRST, text, start, end);
    if (whole !== NONE && stop === end) {
      visit(whole);
      return;
    }
    let word = start;
    for (let at = start + 1; at < end; at++) {
      if (!isBoundary(text, at)) continue;
      readWord(text, word, at, visit);
      word = at;
    }
    readWord(text, word, end, visit);
  };

  return {
    read(text, visit) {
      const plain = withoutAccents(text);
      let start = NONE;
      for (let at = 0; at <= plain.length; at++) {
        const inside = at < plain.length && symbolOf(plain.charCodeAt(at)) !== NONE;
        if (inside && start === NONE) start = at;
        if (inside || start === NONE) continue;
        readRun(plain, start, at, visit);
        start = NONE;
      }
    },
  };
}

/** Whether an identifier has a word's end before `at`: `fileName`, `URLParser`, `sha256`; not `URLs`. */
function isBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  if (isDigit(before) !== isDigit(here)) return true;
  if (!isUpper(here)) return false;
  if (!isUpper(before)) return true;
  const after = text.charCodeAt(at + 1);
  const isPlural = after === 115 && !isLower(text.charCodeAt(at + 2));
  return isLower(after) && !isPlural;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function withoutAccents(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return text.normalize("NFD").replace(/\p{Mn}+/gu, "");
  }
  return text;
}
