import { fromHalf, toHalf } from "./half.ts";

/**
 * The bytes of a table, all numbers little-endian:
 *
 * | at | what                                                                  |
 * | -- | --------------------------------------------------------------------- |
 * | 0  | "PLST"                                                                |
 * | 4  | version of this layout, uint32                                        |
 * | 8  | dimensions, uint32                                                    |
 * | 12 | rows, uint32                                                          |
 * | 16 | dimensions of the teacher, uint32                                     |
 * | 20 | bytes of the vocabulary, uint32                                       |
 * | 24 | checksum of everything from byte 32 on, two uint32: the table's id    |
 * | 32 | scales: one float32 a row                                             |
 * | …  | projection: float16, teacher dimensions × dimensions                  |
 * | …  | rows: int8, rows × dimensions                                         |
 * | …  | vocabulary: one ASCII line a row                                      |
 */
export interface Table {
  readonly id: string;
  readonly dimensions: number;
  readonly teacherDimensions: number;
  readonly pieces: readonly string[];
  readonly scales: Float32Array;
  readonly rows: Int8Array;
  /** Half-precision floats as they are stored; `readProjection` gives numbers. */
  readonly projection: Uint16Array;
}

const MAGIC = "PLST";
const VERSION = 1;
const HEADER = 32;

/**
 * Reads a table, and refuses one that is foreign, of another version, cut short or damaged. One that says to be the
 * table `known` is not added up: it came with this package, and a program that starts has better things to do.
 */
export function parseTable(bytes: Uint8Array, known?: string): Table {
  const refuse = (reason: string) =>
    new TypeError(
      `This is not a table of @plimsoll/semantic: ${reason}. Use the data/table.bin of this package.`,
    );
  // Typed arrays over the numbers need their alignment, which a view into a larger buffer may lack.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(buffer, byteOffset, byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw refuse(`it starts with ${JSON.stringify(magic)}, not with "${MAGIC}"`);
  if (byteLength < HEADER) throw refuse(`it ends after ${byteLength} bytes, within its header`);
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw refuse(`its version is ${version}, this package reads version ${VERSION}`);
  const dimensions = view.getUint32(8, true);
  const count = view.getUint32(12, true);
  const teacherDimensions = view.getUint32(16, true);
  const vocabularyBytes = view.getUint32(20, true);
  const projectionAt = HEADER + 4 * count;
  const rowsAt = projectionAt + 2 * teacherDimensions * dimensions;
  const vocabularyAt = rowsAt + count * dimensions;
  const end = vocabularyAt + vocabularyBytes;
  if (end !== byteLength) throw refuse(`it has ${byteLength} bytes where its header announces ${end}`);
  const id = idIn(view);
  const contents = new Uint8Array(buffer, byteOffset + HEADER, byteLength - HEADER);
  const actual = id === known ? id : checksum(contents);
  if (id !== actual) throw refuse(`its contents add up to ${actual}, its header says ${id}`);
  const vocabulary = new TextDecoder().decode(
    new Uint8Array(buffer, byteOffset + vocabularyAt, vocabularyBytes),
  );
  const pieces = vocabulary.split("\n");
  if (pieces.length !== count) throw refuse(`it has ${pieces.length} words for ${count} rows`);
  return {
    id,
    dimensions,
    teacherDimensions,
    pieces,
    scales: new Float32Array(buffer, byteOffset + HEADER, count),
    projection: new Uint16Array(buffer, byteOffset + projectionAt, teacherDimensions * dimensions),
    rows: new Int8Array(buffer, byteOffset + rowsAt, count * dimensions),
  };
}

/** Lays a table out in bytes; the id follows from the rest. */
export function serialiseTable(table: Omit<Table, "id">): Uint8Array {
  const vocabulary = new TextEncoder().encode(table.pieces.join("\n"));
  const parts = [table.scales, table.projection, table.rows, vocabulary];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, HEADER));
  let at = HEADER;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  const numbers = [
    VERSION,
    table.dimensions,
    table.pieces.length,
    table.teacherDimensions,
    vocabulary.length,
  ];
  numbers.forEach((number, index) => {
    view.setUint32(MAGIC.length + 4 * index, number, true);
  });
  const sum = checksum(bytes.subarray(HEADER));
  view.setUint32(24, Number.parseInt(sum.slice(0, 8), 16), true);
  view.setUint32(28, Number.parseInt(sum.slice(8), 16), true);
  return bytes;
}

/** The projection as numbers: row by row, a row for each dimension of the teacher. */
export function readProjection(table: Pick<Table, "projection">): Float32Array {
  return Float32Array.from(table.projection, fromHalf);
}

/** A projection as it is stored. */
export function packProjection(numbers: Float32Array): Uint16Array {
  return Uint16Array.from(numbers, toHalf);
}

function idIn(view: DataView): string {
  return [24, 28].map((at) => hex(view.getUint32(at, true))).join("");
}

/** Two 32-bit sums over the bytes, four at a time: against damage and mix-ups, not against malice. */
function checksum(bytes: Uint8Array): string {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const whole = words.length;
  let one = 0x811c9dc5 | 0;
  let two = 0x01000193;
  for (let at = 0; at < whole + (bytes.length & 3); at++) {
    const value = (at < whole ? words[at] : bytes[3 * whole + at]) ?? 0;
    one = Math.imul(one ^ value, 0x01000193);
    two = Math.imul(two ^ value, 0x85ebca6b);
    two ^= two >>> 13;
  }
  return hex(one) + hex(two);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}
