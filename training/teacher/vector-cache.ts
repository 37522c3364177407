import { createHash } from "node:crypto";
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const KEY_BYTES = 16;

/** Vectors on disk under the hash of what they are vectors of. */
export interface VectorCache {
  readonly size: number;
  get(key: string): Float32Array | undefined;
  add(key: string, vector: Float32Array): void;
  close(): void;
}

/** The key of a text under one teacher; a teacher that reads differently needs another name. */
export function cacheKey(teacher: string, text: string): string {
  return createHash("sha256")
    .update(`${teacher}\n${text}`)
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}

/**
 * Opens a cache, a file of records of one size (key, then float32 numbers) that only ever grows. A process that is
 * killed while it writes leaves at worst part of a record at the end; that part is cut off here.
 */
export function openVectorCache(file: string, dimensions: number): VectorCache {
  mkdirSync(dirname(file), { recursive: true });
  const recordBytes = KEY_BYTES + 4 * dimensions;
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const whole = Math.floor(bytes.length / recordBytes);
  const vectors = new Map<string, Float32Array>();
  for (let at = 0; at < whole; at++) {
    const record = bytes.subarray(at * recordBytes, (at + 1) * recordBytes);
    const numbers = new Uint8Array(record.subarray(KEY_BYTES)).buffer;
    vectors.set(record.toString("hex", 0, KEY_BYTES), new Float32Array(numbers));
  }
  const descriptor = openSync(file, existsSync(file) ? "r+" : "w");
  ftruncateSync(descriptor, whole * recordBytes);
  let end = whole * recordBytes;
  return {
    get size() {
      return vectors.size;
    },
    get: (key) => vectors.get(key),
    add(key, vector) {
      if (vector.length !== dimensions) {
        throw new Error(
          `A vector of ${vector.length} numbers does not fit ${file}, which holds ${dimensions}.`,
        );
      }
      if (vectors.has(key)) return;
      const record = Buffer.alloc(recordBytes);
      record.write(key, 0, "hex");
      record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), KEY_BYTES);
      writeSync(descriptor, record, 0, recordBytes, end);
      end += recordBytes;
      vectors.set(key, vector);
    },
    close: () => closeSync(descriptor),
  };
}
