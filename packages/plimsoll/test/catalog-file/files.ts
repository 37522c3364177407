import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/servers.ts";

/** Writes a file into a folder of this test's own, or into the one given; answers its path. */
export function write(
  name: string,
  content: string | Uint8Array,
  folder: string = temporaryFolder(),
): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Values as JSON Lines. */
export function toLines(values: readonly unknown[], end = "\n"): string {
  return values.map((value) => JSON.stringify(value) + end).join("");
}

/** Bytes as a stream that is cut at these places. */
export async function* inChunks(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, from] of places.slice(0, -1).entries()) yield bytes.subarray(from, places[index + 1]);
}

/** Everything a stream gives. */
export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
