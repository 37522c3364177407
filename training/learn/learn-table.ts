import { createWordpieces, packProjection, type Table } from "@plimsoll/semantic";
import type { Recipe } from "../recipe.ts";
import type { TeacherVectors } from "../teacher/run-teacher.ts";
import { readCorpus } from "./corpus.ts";
import { dampNumbers } from "./damp-numbers.ts";
import { distil, type OnEpoch } from "./distil.ts";
import { centreRows, weighRows } from "./initial-rows.ts";
import { matrixOf, multiply, normaliseRows } from "./matrix.ts";
import { fitProjection } from "./projection.ts";
import { quantisationLoss, quantise } from "./quantise.ts";

/** A table, and what it lost when its rows were quantised. */
export interface LearnedTable {
  readonly table: Omit<Table, "id">;
  readonly quantisationLoss: number;
}

/** Learns a table from what the teacher said of each piece and each text; the same inputs give the same bytes. */
export function learnTable(
  texts: readonly string[],
  teacher: TeacherVectors,
  recipe: Pick<Recipe, "dimensions" | "sif" | "numbers" | "seed" | "epochs" | "batch" | "rate">,
  onEpoch?: OnEpoch,
): LearnedTable {
  const { pieces } = teacher;
  const teacherDimensions = teacher.pieceVectors[0]?.length ?? 0;
  const said = matrixOf(teacher.textVectors, teacherDimensions);
  const projection = fitProjection(said, recipe.dimensions);
  const targets = normaliseRows(multiply(said, projection));
  const units = normaliseRows(multiply(matrixOf(teacher.pieceVectors, teacherDimensions), projection));
  const corpus = readCorpus(texts, createWordpieces(pieces), pieces.length);
  const start = weighRows(centreRows(units), corpus.counts, recipe.sif);
  const rows = dampNumbers(distil(start, corpus, targets, recipe, onEpoch), pieces, recipe.numbers);
  const quantised = quantise(rows);
  return {
    table: {
      dimensions: recipe.dimensions,
      teacherDimensions,
      pieces,
      projection: packProjection(projection.numbers),
      ...quantised,
    },
    quantisationLoss: quantisationLoss(rows, quantised),
  };
}
