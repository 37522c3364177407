import type { Engine } from "./engine.ts";
import { createPlimsoll } from "./plimsoll.ts";

const NAME = "Plimsoll, static";

/** Plimsoll with its table of word vectors, or why it is not there. */
export async function loadPlimsollStatic(): Promise<Engine | { readonly reason: string }> {
  try {
    const { createStaticEmbedder } = await import("@plimsoll/semantic");
    const embedder = createStaticEmbedder();
    // The table is read on first use, which would otherwise be in the middle of a run.
    await embedder.embed(["word"], "query");
    return createPlimsoll(NAME, embedder);
  } catch (error) {
    // A message would name this machine's paths, and results are kept.
    const code = error instanceof Error && "code" in error ? String(error.code) : "damaged";
    return { reason: `${NAME} is left out: the table of @plimsoll/semantic cannot be loaded (${code})` };
  }
}
