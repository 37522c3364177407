import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSearchIndex, type Embedder, loadSearchIndex, type SearchIndex } from "@plimsoll/core/search";

/** The search index of one config, kept between runs: reading every tool anew is most of what a start costs. */
export interface KeptIndex {
  readonly index: SearchIndex;
  /** An empty one of the same kind, for another catalog of the same servers; it is not kept. */
  another(): SearchIndex;
  /** Writes the index for the next run, if it is another one than was read. `tools` is how many the catalog has. */
  keep(tools: number): Promise<void>;
}

/** Reads the index of a config; where there is none, or none that can be read, an empty one. */
export async function openKeptIndex(
  folder: string,
  configFile: string,
  embedding: Promise<Embedder | undefined>,
): Promise<KeptIndex> {
  const name = createHash("sha256").update(configFile).digest("hex").slice(0, 16);
  const file = join(folder, `index-${name}.bin`);
  const [bytes, embedder] = await Promise.all([readFile(file).catch(() => undefined), embedding]);
  const index = (bytes === undefined ? undefined : load(bytes, embedder)) ?? createSearchIndex({ embedder });
  return {
    index,
    another: () => createSearchIndex({ embedder }),
    async keep(tools) {
      await index.settled();
      // It has tools that are gone: the next run is to begin without them.
      if (index.size !== tools) return rm(file, { force: true });
      const next = index.save();
      if (bytes?.equals(next) === true) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, next, { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

function load(bytes: Uint8Array, embedder: Embedder | undefined): SearchIndex | undefined {
  try {
    return loadSearchIndex(bytes, { embedder });
  } catch {
    return undefined; // Damaged, or of another version.
  }
}
