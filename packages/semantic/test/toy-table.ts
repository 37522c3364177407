import { packProjection, serialiseTable } from "../src/table.ts";

/** The bytes of a table of a few words in two dimensions; vectors of its teacher have three. */
export function toyTable(rows: Readonly<Record<string, readonly [number, number]>>): Uint8Array {
  const pieces = Object.keys(rows);
  return serialiseTable({
    dimensions: 2,
    teacherDimensions: 3,
    pieces,
    scales: new Float32Array(pieces.length).fill(0.5),
    rows: Int8Array.from(Object.values(rows).flat()),
    projection: packProjection(Float32Array.of(1, 0, 0, 1, 0, 0)),
  });
}
