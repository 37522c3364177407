import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { peek } from "./peek.ts";

const GZIP_MAGIC = [0x1f, 0x8b] as const;
const CHUNK_BYTES = 256 * 1024;

/** The bytes themselves, or what they unpack to where they are gzip: told by how they begin, not by a file's name. */
export async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, chunks } = await peek(packed, GZIP_MAGIC.length);
  if (head[0] !== GZIP_MAGIC[0] || head[1] !== GZIP_MAGIC[1]) {
    yield* chunks;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // A failure of either end is thrown by the iteration below; the callback has nothing to add.
  pipeline(Readable.from(chunks), gunzip, () => {});
  yield* gunzip as AsyncIterable<Uint8Array>;
}
