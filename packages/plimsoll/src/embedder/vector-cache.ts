import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";

/** The model whose vectors a cache holds. */
export interface VectorModel {
  readonly id: string;
  readonly dimensions: number;
}

/** The vectors that a model gave texts, kept from one process to the next. */
export interface VectorCache {
  get(text: string): Float32Array | undefined;
  /** Keeps the vectors of texts, row by row. */
  add(texts: readonly string[], vectors: Float32Array): void;
}

const MAGIC = "plimsoll-vec/1\n\0";
const KEY_BYTES = 32;
const CRC_BYTES = 4;

/**
 * Opens a file of vectors, which holds hashes of texts and never a text.
 *
 * It is only ever appended to, a batch in one write, and each record has a checksum: what a crash left of a
 * last record is dropped, and what is no cache of this model is replaced. Both are done by renaming, so a process
 * that still appends loses what it adds, and spoils nothing. A disk that refuses costs time, never an answer.
 */
export function openVectorCache(file: string, model: VectorModel): VectorCache {
  const header = Buffer.concat([Buffer.from(MAGIC, "latin1"), hash(`${model.dimensions} ${model.id}`)]);
  const vectors = new Map<string, Float32Array>();
  const bytes = readIfThere(file);
  const end = readRecords(bytes, header, model.dimensions, vectors);
  const isWhole = end > 0 && end === bytes.length;
  let canAppend = isWhole || tryTo(() => replace(file, header, bytes, end));
  return {
    get: (text) => vectors.get(keyOf(model, text).toString("latin1")),
    add(texts, rows) {
      const records = texts.map((text, at) => {
        const key = keyOf(model, text);
        const vector = rows.slice(at * model.dimensions, (at + 1) * model.dimensions);
        vectors.set(key.toString("latin1"), vector);
        return toRecord(key, vector);
      });
      // After half a record nothing more may follow in this file.
      if (canAppend) canAppend = tryTo(() => appendFileSync(file, Buffer.concat(records)));
    },
  };
}

/** Reads records as far as they are whole, and answers where that ends: 0 where the file is another. */
function readRecords(
  bytes: Buffer,
  header: Buffer,
  dimensions: number,
  vectors: Map<string, Float32Array>,
): number {
  if (!bytes.subarray(0, header.length).equals(header)) return 0;
  const vectorBytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const checkedBytes = KEY_BYTES + vectorBytes;
  let at = header.length;
  for (; at + checkedBytes + CRC_BYTES <= bytes.length; at += checkedBytes + CRC_BYTES) {
    const checked = bytes.subarray(at, at + checkedBytes);
    if (crc32(checked) !== bytes.readUInt32LE(at + checkedBytes)) break;
    const vector = new Float32Array(dimensions);
    new Uint8Array(vector.buffer).set(checked.subarray(KEY_BYTES));
    vectors.set(checked.toString("latin1", 0, KEY_BYTES), vector);
  }
  return at;
}

function toRecord(key: Buffer, vector: Float32Array): Buffer {
  const checked = Buffer.concat([key, new Uint8Array(vector.buffer)]);
  const crc = Buffer.alloc(CRC_BYTES);
  crc.writeUInt32LE(crc32(checked));
  return Buffer.concat([checked, crc]);
}

function replace(file: string, header: Buffer, bytes: Buffer, end: number): void {
  const next = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(next, end === 0 ? header : bytes.subarray(0, end));
  renameSync(next, file);
}

// The model is in every key too: a process with another one may have replaced the file under this one.
function keyOf({ id }: VectorModel, text: string): Buffer {
  return hash(`${id}\0${text}`);
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function tryTo(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
