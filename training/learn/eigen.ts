/** The eigenvectors of a symmetric matrix, largest eigenvalue first; row `k` of `vectors` belongs to `values[k]`. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
}

const SWEEPS = 30;
const PRECISION = 1e-12;

/**
 * Decomposes a symmetric matrix by Jacobi rotations: each makes one number off the diagonal zero, and sweeps over
 * all of them until nothing worth naming is left. Slow and exact: some seconds for 384 × 384.
 */
export function eigenOf(symmetric: Float64Array, size: number): Eigen {
  const a = Array.from({ length: size }, (_, row) => symmetric.slice(row * size, (row + 1) * size));
  const vectors = Array.from({ length: size }, (_, row) => {
    const unit = new Float64Array(size);
    unit[row] = 1;
    return unit;
  });
  const at = (row: number, column: number) => a[row]?.[column] ?? 0;
  const total = symmetric.reduce((sum, value) => sum + value * value, 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += at(p, q) ** 2;
    if (off <= PRECISION * PRECISION * total) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, p, q);
  }
  const order = Array.from({ length: size }, (_, index) => index).sort((i, j) => at(j, j) - at(i, i));
  return {
    values: Float64Array.from(order, (index) => at(index, index)),
    vectors: order.map((index) => withSign(vectors[index] ?? new Float64Array(size))),
  };
}

function rotate(a: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ, vectorP, vectorQ] = [a[p], a[q], vectors[p], vectors[q]];
  if (rowP === undefined || rowQ === undefined || vectorP === undefined || vectorQ === undefined) return;
  const apq = rowP[q] ?? 0;
  if (apq === 0) return;
  const [app, aqq] = [rowP[p] ?? 0, rowQ[q] ?? 0];
  const theta = (aqq - app) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  turn(rowP, rowQ, c, s);
  turn(vectorP, vectorQ, c, s);
  // The matrix is symmetric: its columns p and q are the rows just turned, but for the four that meet.
  for (let k = 0; k < a.length; k++) {
    const row = a[k];
    if (row === undefined || k === p || k === q) continue;
    row[p] = rowP[k] ?? 0;
    row[q] = rowQ[k] ?? 0;
  }
  rowP[p] = app - t * apq;
  rowQ[q] = aqq + t * apq;
  rowP[q] = 0;
  rowQ[p] = 0;
}

function turn(one: Float64Array, two: Float64Array, c: number, s: number): void {
  for (let k = 0; k < one.length; k++) {
    const [x, y] = [one[k] ?? 0, two[k] ?? 0];
    one[k] = c * x - s * y;
    two[k] = s * x + c * y;
  }
}

/** An eigenvector is one with its opposite: the one whose largest number is positive is taken. */
function withSign(vector: Float64Array): Float64Array {
  const largest = vector.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}
