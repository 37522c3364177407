import type { Embedder } from "@plimsoll/core/search";
import type { EmbedderName } from "./embedder-name.ts";

/**
 * The embedder that a command was told to use: `none` searches by words alone, `static` reads a table of word
 * vectors, `minilm` runs a language model. Nothing of one that is not asked for is loaded.
 */
export async function embedderNamed(name: EmbedderName): Promise<Embedder | undefined> {
  switch (name) {
    case "none":
      return undefined;
    case "static":
      return (await import("@plimsoll/semantic")).createStaticEmbedder();
    case "minilm":
      return (await import("./minilm.ts")).createMinilmEmbedder();
  }
}
