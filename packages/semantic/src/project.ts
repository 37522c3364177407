import { writeUnit } from "./encoder.ts";
import { readProjection, type Table } from "./table.ts";

/** Takes rows of the teacher's own vectors into the table's space, each at unit length. */
export function projectRows(table: Table, vectors: Float32Array): Float32Array {
  const { dimensions, teacherDimensions } = table;
  if (vectors.length % teacherDimensions !== 0) {
    throw new TypeError(
      `${vectors.length} numbers are no whole number of vectors: the teacher's have ${teacherDimensions} each.`,
    );
  }
  const projection = readProjection(table);
  const count = vectors.length / teacherDimensions;
  const projected = new Float32Array(count * dimensions);
  const sum = new Float64Array(dimensions);
  for (let row = 0; row < count; row++) {
    sum.fill(0);
    for (let from = 0; from < teacherDimensions; from++) {
      const value = vectors[row * teacherDimensions + from] ?? 0;
      const start = from * dimensions;
      for (let to = 0; to < dimensions; to++)
        sum[to] = (sum[to] ?? 0) + value * (projection[start + to] ?? 0);
    }
    writeUnit(sum, projected, row * dimensions);
  }
  return projected;
}
