import type { Matrix } from "./matrix.ts";

/** Rows as int8 with one scale each. */
export interface QuantisedRows {
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** Writes each row in steps of a 127th of its largest number. */
export function quantise({ rows, columns, numbers }: Matrix): QuantisedRows {
  const scales = new Float32Array(rows);
  const quantised = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let largest = 0;
    for (let at = from; at < from + columns; at++) largest = Math.max(largest, Math.abs(numbers[at] ?? 0));
    if (largest === 0) continue;
    scales[row] = largest / 127;
    for (let at = from; at < from + columns; at++)
      quantised[at] = Math.round(((numbers[at] ?? 0) * 127) / largest);
  }
  return { scales, rows: quantised };
}

/** What quantising costs: one minus the cosine between a row before and after, on average over the rows. */
export function quantisationLoss({ rows, columns, numbers }: Matrix, quantised: QuantisedRows): number {
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    let [product, before, after] = [0, 0, 0];
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      const [exact, stored] = [numbers[at] ?? 0, quantised.rows[at] ?? 0];
      product += exact * stored;
      before += exact * exact;
      after += stored * stored;
    }
    if (before > 0) loss += (1 - product / Math.sqrt(before * after)) / rows;
  }
  return loss;
}
