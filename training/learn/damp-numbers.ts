import type { Matrix } from "./matrix.ts";

/** Makes rows of digits count for less: "what is 20 % of 350" is about per cents, and 350 about nothing. */
export function dampNumbers(rows: Matrix, pieces: readonly string[], factor: number): Matrix {
  const isNumber = pieces.map((piece) => /^(##)?[0-9]+$/.test(piece));
  const numbers = rows.numbers.map((value, at) =>
    isNumber[Math.floor(at / rows.columns)] ? factor * value : value,
  );
  return { ...rows, numbers };
}
