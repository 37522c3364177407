import { eigenOf } from "./eigen.ts";
import type { Matrix } from "./matrix.ts";

/**
 * The matrix that takes the teacher's vectors to `dimensions` numbers and keeps most of their length: the leading
 * right singular vectors. Nothing is subtracted first, since cosines are taken from the origin.
 */
export function fitProjection(vectors: Matrix, dimensions: number): Matrix {
  const size = vectors.columns;
  const { vectors: directions } = eigenOf(gramOf(vectors), size);
  const numbers = new Float32Array(size * dimensions);
  directions.slice(0, dimensions).forEach((direction, column) => {
    direction.forEach((value, row) => {
      numbers[row * dimensions + column] = value;
    });
  });
  return { rows: size, columns: dimensions, numbers };
}

function gramOf({ rows, columns, numbers }: Matrix): Float64Array {
  const gram = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row++) {
    const vector = numbers.subarray(row * columns, (row + 1) * columns);
    for (let i = 0; i < columns; i++) {
      const value = vector[i] ?? 0;
      for (let j = i; j < columns; j++)
        gram[i * columns + j] = (gram[i * columns + j] ?? 0) + value * (vector[j] ?? 0);
    }
  }
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < i; j++) gram[i * columns + j] = gram[j * columns + i] ?? 0;
  return gram;
}
