import { createHash } from "node:crypto";
import type { Recipe } from "../recipe.ts";
import { seededRandom, shuffle } from "../seeded-random.ts";
import { catalogTexts } from "./catalog.ts";
import type { TextKind, TrainingText } from "./training-text.ts";
import { wordnetTexts } from "./wordnet.ts";

/** The texts a table learns from, with what identifies them. */
export interface Texts {
  readonly texts: readonly TrainingText[];
  readonly counts: Readonly<Record<TextKind, number>>;
  readonly hash: string;
}

/** The training texts in a shuffled order, so that any first part of them is a fair sample. */
export function collectTexts(recipe: Pick<Recipe, "seed" | "wordnet" | "catalog" | "texts">): Texts {
  const all = [...wordnetTexts(recipe.wordnet), ...catalogTexts(recipe.catalog.name, recipe.catalog)];
  shuffle(all, seededRandom(recipe.seed));
  const texts = all.slice(0, recipe.texts);
  const counts = { gloss: 0, example: 0, tool: 0, description: 0, name: 0 };
  const hash = createHash("sha256");
  for (const { kind, text } of texts) {
    counts[kind]++;
    hash.update(`${kind}\t${text}\n`);
  }
  return { texts, counts, hash: hash.digest("hex") };
}
