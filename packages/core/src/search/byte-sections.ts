/** The parts of a file, by name. */
export type Sections = Readonly<Record<string, Uint8Array>>;

const HEADER_BYTES = 16;

/**
 * Writes parts into one file: eight bytes of magic, a checksum of everything after it, the length of a table of
 * contents, the table as JSON, and the parts.
 */
export function joinSections(magic: string, sections: Sections): Uint8Array {
  const table = new TextEncoder().encode(
    JSON.stringify(Object.entries(sections).map(([name, { length }]) => [name, length])),
  );
  const parts = [table, ...Object.values(sections)];
  const bytes = new Uint8Array(HEADER_BYTES + parts.reduce((sum, { length }) => sum + length, 0));
  let at = HEADER_BYTES;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const header = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  header.setUint32(12, table.length, true);
  header.setUint32(8, checksumOf(bytes.subarray(12)), true);
  return bytes;
}

/** Reads the parts back; says what is wrong with a file that is no such file, or not the whole of it. */
export function splitSections(magic: string, bytes: Uint8Array): Sections | string {
  if (bytes.length < HEADER_BYTES) return "it is too short";
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== magic) return `it does not begin with ${magic}`;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(8, true) !== checksumOf(bytes.subarray(12))) return "it is cut off or was changed";
  let at = HEADER_BYTES + header.getUint32(12, true);
  const table: [string, number][] = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, at)));
  return Object.fromEntries(
    table.map(([name, length]) => {
      const start = at;
      at += length;
      // A Buffer has a slice of its own, which shares the memory of the whole file.
      return [name, Uint8Array.prototype.slice.call(bytes, start, at)];
    }),
  );
}

/** FNV-1a, four bytes at a time, the length mixed in. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5 ^ bytes.length;
  const words = bytes.length >>> 2;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < words; at++) sum = Math.imul(sum ^ view.getUint32(at * 4, true), 0x01000193);
  for (let at = words * 4; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return sum >>> 0;
}
