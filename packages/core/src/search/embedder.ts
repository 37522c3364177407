/**
 * Turns texts into vectors whose cosine is nearness of meaning.
 *
 * Contract:
 * - `embed` answers `texts.length × dimensions` numbers, row by row, each row of unit length (or zero for a text
 *   that says nothing).
 * - Deterministic: a text has one vector per purpose, whatever else is embedded with it.
 * - `id` changes whenever the vectors do; stored vectors of another id are dropped.
 * - Answers at once where it can; an index never makes a first search wait for tool vectors.
 */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[], purpose: "tool" | "query"): Float32Array | Promise<Float32Array>;
}
