import type { Matrix } from "./matrix.ts";

/**
 * Takes from every row what all of them share. Single words as the teacher sees them have much in common that says
 * nothing; learning removes it from the rows that the texts use, and the others would carry it for good.
 */
export function centreRows(units: Matrix): Matrix {
  const { rows, columns } = units;
  const mean = new Float64Array(columns);
  units.numbers.forEach((value, at) => {
    mean[at % columns] = (mean[at % columns] ?? 0) + value / rows;
  });
  return { ...units, numbers: units.numbers.map((value, at) => value - (mean[at % columns] ?? 0)) };
}

/**
 * Scales each wordpiece's unit vector by how little it is to be expected (SIF: a / (a + frequency)), so that "the"
 * starts small and "invoice" large. The frequencies are those of the training text.
 */
export function weighRows(units: Matrix, counts: Uint32Array, a: number): Matrix {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const numbers = units.numbers.map((value, at) => {
    const frequency = (counts[Math.floor(at / units.columns)] ?? 0) / total;
    return (value * a) / (a + frequency);
  });
  return { ...units, numbers };
}
