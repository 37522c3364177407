import { NONE, SYMBOLS, symbolOf } from "./symbol.ts";

/** What a piece that goes on with a word begins with. */
const CONTINUES = "##";

/** The pieces that do the same and begin with the same symbol. */
export interface PieceGroup {
  /** Where in a piece its text begins. */
  readonly from: number;
  readonly rows: number[];
  asked: number;
  /** Whether they are in the tree. */
  isReady: boolean;
}

/** The pieces by what they do and by their first symbol; what begins with none is never met. */
export function groupPieces(pieces: readonly string[]): {
  readonly first: readonly PieceGroup[];
  readonly later: readonly PieceGroup[];
} {
  const groups = { first: toGroups(0), later: toGroups(CONTINUES.length) };
  for (let row = 0; row < pieces.length; row++) {
    const piece = pieces[row] ?? "";
    const continues = piece.startsWith(CONTINUES);
    const symbol = symbolOf(piece.charCodeAt(continues ? CONTINUES.length : 0));
    (continues ? groups.later : groups.first)[symbol]?.rows.push(row);
  }
  return groups;
}

function toGroups(from: number): PieceGroup[] {
  return Array.from({ length: SYMBOLS }, () => ({ from, rows: [], asked: 0, isReady: false }));
}

/** How long a piece is that a text has at a place; 0, where the text goes on otherwise. */
export function lengthWithin(piece: string, from: number, text: string, start: number, end: number): number {
  const length = piece.length - from;
  if (length > end - start) return 0;
  for (let at = 0; at < length; at++) {
    const symbol = symbolOf(piece.charCodeAt(from + at));
    if (symbol === NONE || symbol !== symbolOf(text.charCodeAt(start + at))) return 0;
  }
  return length;
}
