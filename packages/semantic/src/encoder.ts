import type { Table } from "./table.ts";
import { createWordpieces } from "./wordpieces.ts";

/** Turns texts into unit vectors by adding up the rows of their wordpieces. */
export interface Encoder {
  /** One row a text; zero for a text in which no wordpiece is found. */
  encode(texts: readonly string[]): Float32Array;
}

/** An encoder over one table. */
export function createEncoder({ pieces, rows, scales, dimensions }: Table): Encoder {
  const wordpieces = createWordpieces(pieces);
  const sum = new Float64Array(dimensions);
  const add = (row: number) => {
    const scale = scales[row] ?? 0;
    const start = row * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + scale * (rows[start + at] ?? 0);
  };
  return {
    encode(texts) {
      const vectors = new Float32Array(texts.length * dimensions);
      texts.forEach((text, index) => {
        sum.fill(0);
        wordpieces.read(text, add);
        writeUnit(sum, vectors, index * dimensions);
      });
      return vectors;
    },
  };
}

/** Writes a vector at unit length; one without a direction is left zero. */
export function writeUnit(vector: Float64Array, into: Float32Array, start: number): void {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) into[start + at] = (vector[at] ?? 0) / length;
}
