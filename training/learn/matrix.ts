/** Numbers row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly numbers: Float32Array;
}

/** A matrix of rows given one by one. */
export function matrixOf(rows: readonly Float32Array[], columns: number): Matrix {
  const numbers = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    numbers.set(row, at * columns);
  });
  return { rows: rows.length, columns, numbers };
}

/** The product of two matrices. */
export function multiply(left: Matrix, right: Matrix): Matrix {
  const numbers = new Float32Array(left.rows * right.columns);
  const sum = new Float64Array(right.columns);
  for (let row = 0; row < left.rows; row++) {
    sum.fill(0);
    for (let inner = 0; inner < left.columns; inner++) {
      const value = left.numbers[row * left.columns + inner] ?? 0;
      const start = inner * right.columns;
      for (let column = 0; column < right.columns; column++) {
        sum[column] = (sum[column] ?? 0) + value * (right.numbers[start + column] ?? 0);
      }
    }
    numbers.set(sum, row * right.columns);
  }
  return { rows: left.rows, columns: right.columns, numbers };
}

/** Brings every row to unit length, in place; a zero row stays. */
export function normaliseRows(matrix: Matrix): Matrix {
  for (let row = 0; row < matrix.rows; row++) {
    const numbers = matrix.numbers.subarray(row * matrix.columns, (row + 1) * matrix.columns);
    const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) for (let at = 0; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) / length;
  }
  return matrix;
}
