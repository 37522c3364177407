/** The ways of comparing meanings that a command can be told to use. */
export const EMBEDDER_NAMES = ["none", "static", "minilm"] as const;

/** One of them. */
export type EmbedderName = (typeof EMBEDDER_NAMES)[number];

/** What a command uses unless told otherwise. */
export const DEFAULT_EMBEDDER: EmbedderName = "static";
