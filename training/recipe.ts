import type { CatalogLimits } from "./texts/catalog.ts";

/** Every choice of the recipe; a change here makes another table. */
export interface Recipe {
  readonly seed: number;
  readonly wordnet: { readonly glosses: number; readonly examples: number };
  readonly catalog: CatalogLimits & { readonly name: string };
  /** How many of these texts are used, in their shuffled order; the time that the teacher takes goes with it. */
  readonly texts: number;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** The `a` of the rows' first weight, a / (a + frequency). */
  readonly sif: number;
  /** What rows of digits are multiplied by in the end: numbers are arguments more often than meaning. */
  readonly numbers: number;
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  /** One text in so many is kept back from learning, to measure on. */
  readonly heldBack: number;
}

/** The recipe of the table in `packages/semantic/data`. */
export const RECIPE: Recipe = {
  seed: 1,
  wordnet: { glosses: 26_000, examples: 10_000 },
  catalog: { name: "catalog-apisguru", tools: 18_000, descriptions: 10_000, names: 6_000, perServer: 200 },
  texts: 50_000,
  dimensions: 128,
  sif: 3e-3,
  numbers: 0.3,
  epochs: 5,
  batch: 512,
  rate: 5e-3,
  heldBack: 50,
};
