import type { Wordpieces } from "@plimsoll/semantic";

/** Texts as rows of the table: those of text `k` stand from `starts[k]` to `starts[k + 1]`. */
export interface Corpus {
  readonly pieces: Uint32Array;
  readonly starts: Uint32Array;
  /** How often each row occurs. */
  readonly counts: Uint32Array;
}

/** Reads texts with the encoder's own eyes. */
export function readCorpus(texts: readonly string[], wordpieces: Wordpieces, rows: number): Corpus {
  const pieces: number[] = [];
  const starts = new Uint32Array(texts.length + 1);
  const counts = new Uint32Array(rows);
  texts.forEach((text, at) => {
    wordpieces.read(text, (row) => {
      pieces.push(row);
      counts[row] = (counts[row] ?? 0) + 1;
    });
    starts[at + 1] = pieces.length;
  });
  return { pieces: Uint32Array.from(pieces), starts, counts };
}
