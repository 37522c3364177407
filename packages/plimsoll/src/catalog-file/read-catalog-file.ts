import { createReadStream } from "node:fs";
import { toCatalogFileError } from "./catalog-file-error.ts";
import type { FileItem } from "./file-item.ts";
import { readItems } from "./read-items.ts";
import { unpack } from "./unpack.ts";

const CHUNK_BYTES = 256 * 1024;

/** Streams what a catalog file holds; of JSON Lines, no more than one line is in memory. */
export async function* readCatalogFile(
  file: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<FileItem> {
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  try {
    yield* readItems(file, unpack(count(stream, onBytes)));
  } catch (cause) {
    throw toCatalogFileError(file, 1, cause);
  } finally {
    stream.destroy();
  }
}

async function* count(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
