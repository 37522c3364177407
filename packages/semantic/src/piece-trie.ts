import { NONE, SYMBOLS, symbolOf } from "./symbol.ts";

/** The root of the pieces that start a word. */
export const FIRST = 0;

/** The root of the pieces that go on with one. */
export const LATER = 1;

/** Pieces by their beginnings. */
export interface PieceTrie {
  /** The node that a symbol leads to. */
  step(node: number, symbol: number): number;
  /** The row of the piece that ends at a node. */
  rowAt(node: number): number;
  /** Puts a piece in, from one of its characters on. */
  add(root: number, word: string, from: number, row: number): void;
}

/** An empty tree for some pieces, in three flat arrays: quick to build, and nothing is allocated while reading. */
export function createPieceTrie(pieces: readonly string[]): PieceTrie {
  const mostNodes = pieces.reduce((sum, piece) => sum + piece.length, LATER + 1);
  const bits = Math.max(4, Math.ceil(Math.log2(mostNodes * 2)));
  const mask = 2 ** bits - 1;
  const edges = new Int32Array(2 ** bits).fill(NONE);
  const targets = new Int32Array(2 ** bits);
  const rows = new Int32Array(mostNodes).fill(NONE);
  let nodes = LATER + 1;
  const slotOf = (edge: number) => {
    let slot = Math.imul(edge, 0x9e3779b1) >>> (32 - bits);
    while (edges[slot] !== edge && edges[slot] !== NONE) slot = (slot + 1) & mask;
    return slot;
  };
  const step = (node: number, symbol: number): number => {
    const slot = slotOf(node * SYMBOLS + symbol);
    return edges[slot] === NONE ? NONE : (targets[slot] ?? NONE);
  };
  return {
    step,
    rowAt: (node: number): number => rows[node] ?? NONE,
    add(root: number, word: string, from: number, row: number) {
      let node = root;
      for (let at = from; at < word.length; at++) {
        const symbol = symbolOf(word.charCodeAt(at));
        if (symbol === NONE) return;
        const edge = node * SYMBOLS + symbol;
        const slot = slotOf(edge);
        if (edges[slot] === NONE) {
          edges[slot] = edge;
          targets[slot] = nodes++;
        }
        node = targets[slot] ?? NONE;
      }
      rows[node] = row;
    },
  };
}
