import { createStaticEmbedder, parseTable, serialiseTable } from "@plimsoll/semantic";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dampNumbers } from "../learn/damp-numbers.ts";
import { eigenOf } from "../learn/eigen.ts";
import { centreRows, weighRows } from "../learn/initial-rows.ts";
import { learnTable } from "../learn/learn-table.ts";
import { matrixOf, multiply, normaliseRows } from "../learn/matrix.ts";
import { fitProjection } from "../learn/projection.ts";
import { quantisationLoss, quantise } from "../learn/quantise.ts";
import { seededRandom } from "../seeded-random.ts";

describe("eigenvectors", () => {
  test("of a known matrix are the known ones, largest value first", () => {
    const { values, vectors } = eigenOf(Float64Array.of(2, 1, 0, 1, 2, 0, 0, 0, 5), 3);
    expect([...values].map((value) => Number(value.toFixed(9)))).toEqual([5, 3, 1]);
    const half = Math.SQRT1_2;
    expect([...(vectors[1] ?? [])].map((value) => Number(value.toFixed(9)))).toEqual(
      [half, half, 0].map((value) => Number(value.toFixed(9))),
    );
  });

  test("put a symmetric matrix together again", () => {
    const entries = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 36, maxLength: 36 });
    fc.assert(
      fc.property(entries, (numbers) => {
        const symmetric = Float64Array.from(numbers, (_, at) => {
          const [row, column] = [Math.floor(at / 6), at % 6];
          return numbers[Math.min(row, column) * 6 + Math.max(row, column)] ?? 0;
        });
        const { values, vectors } = eigenOf(symmetric, 6);
        symmetric.forEach((value, at) => {
          const [row, column] = [Math.floor(at / 6), at % 6];
          const sum = values.reduce(
            (sum, own, k) => sum + own * (vectors[k]?.[row] ?? 0) * (vectors[k]?.[column] ?? 0),
            0,
          );
          expect(sum).toBeCloseTo(value, 8);
        });
      }),
    );
  });
});

describe("the projection", () => {
  test("keeps vectors of a plane as they are, up to a turn", () => {
    const plane = matrixOf(
      [Float32Array.of(1, 2, 0), Float32Array.of(-2, 1, 0), Float32Array.of(3, 3, 0)],
      3,
    );
    const flat = multiply(plane, fitProjection(plane, 2));
    const lengths = [0, 1, 2].map((row) => Math.hypot(...flat.numbers.subarray(2 * row, 2 * row + 2)));
    [Math.sqrt(5), Math.sqrt(5), Math.sqrt(18)].forEach((length, row) => {
      expect(lengths[row]).toBeCloseTo(length, 5);
    });
  });

  test("subtracts no mean: vectors that all point one way keep their length", () => {
    const same = matrixOf([Float32Array.of(3, 4), Float32Array.of(6, 8)], 2);
    const [one, two] = multiply(same, fitProjection(same, 1)).numbers;
    expect(one).toBeCloseTo(5, 5);
    expect(two).toBeCloseTo(10, 5);
  });
});

describe("the first weight of a row", () => {
  test("is put on what the row does not share with all others", () => {
    const { numbers } = centreRows(matrixOf([Float32Array.of(3, 1), Float32Array.of(3, -1)], 2));
    expect([...numbers]).toEqual([0, 1, 0, -1]);
  });

  test("falls with how often the training text has it", () => {
    const units = matrixOf([Float32Array.of(1), Float32Array.of(1), Float32Array.of(1)], 1);
    const [often, seldom, never] = weighRows(units, Uint32Array.of(999, 1, 0), 1e-3).numbers;
    expect(often).toBeCloseTo(0.001, 4);
    expect(seldom).toBeCloseTo(0.5, 4);
    expect(never).toBe(1);
  });
});

describe("rows of digits", () => {
  test("count for less, rows of words do not", () => {
    const rows = matrixOf(
      ["350", "##2", "mp3", "file"].map(() => Float32Array.of(1, -1)),
      2,
    );
    const { numbers } = dampNumbers(rows, ["350", "##2", "mp3", "file"], 0.5);
    expect([...numbers]).toEqual([0.5, -0.5, 0.5, -0.5, 1, -1, 1, -1]);
  });
});

describe("quantised rows", () => {
  test("are within half a step of what they were", () => {
    const row = fc.array(fc.integer({ min: -9999, max: 9999 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const matrix = matrixOf(
          rows.map((row) => Float32Array.from(row)),
          4,
        );
        const { scales, rows: quantised } = quantise(matrix);
        matrix.numbers.forEach((value, at) => {
          const scale = scales[Math.floor(at / 4)] ?? 0;
          expect(Math.abs((quantised[at] ?? 0) * scale - value)).toBeLessThanOrEqual(scale * 0.5001);
        });
      }),
    );
  });

  test("have lost what the cosine says", () => {
    const rows = matrixOf([Float32Array.of(1, 0), Float32Array.of(0, 0)], 2);
    expect(quantisationLoss(rows, quantise(rows))).toBeCloseTo(0, 9);
    expect(quantisationLoss(rows, { ...quantise(rows), rows: Int8Array.of(0, 9, 0, 0) })).toBeCloseTo(0.5, 9);
  });

  test("of zeros are zeros", () => {
    const { scales, rows } = quantise(matrixOf([new Float32Array(3)], 3));
    expect([...scales, ...rows]).toEqual([0, 0, 0, 0]);
  });
});

/** A teacher who knows two subjects, and pieces about which it was told nothing. */
function toyLesson() {
  const animals = ["cat", "dog", "cow"];
  const tools = ["saw", "axe", "nail"];
  const random = seededRandom(7);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const texts = Array.from({ length: 200 }, (_, at) => {
    const words = at % 2 === 0 ? animals : tools;
    return `the ${pick(words)} and the ${pick(words)}`;
  });
  const noise = () => 0.05 * (random() - 0.5);
  const textVectors = texts.map((_, at) => Float32Array.of(at % 2, 1 - (at % 2), noise(), 0.3 + noise()));
  const pieces = [...animals, ...tools, "the", "and"];
  const pieceVectors = pieces.map(() => Float32Array.from({ length: 4 }, () => random() - 0.5));
  return { texts, teacher: { pieces, pieceVectors, textVectors } };
}

const RECIPE = { dimensions: 3, sif: 1e-3, numbers: 1, seed: 1, epochs: 30, batch: 16, rate: 0.02 };

describe("learning a table", () => {
  test("brings words together that the teacher brings together", async () => {
    const { texts, teacher } = toyLesson();
    const embedder = createStaticEmbedder({
      table: serialiseTable(learnTable(texts, teacher, RECIPE).table),
    });
    const vectors = matrixOf([await embedder.embed(["cat", "cow", "axe"], "tool")], 9).numbers;
    const cosine = (one: number, two: number) =>
      [0, 1, 2].reduce((sum, at) => sum + (vectors[3 * one + at] ?? 0) * (vectors[3 * two + at] ?? 0), 0);
    expect(cosine(0, 1)).toBeGreaterThan(0.9);
    expect(cosine(0, 2)).toBeLessThan(0.4);
  });

  test("gets nearer to the teacher with every few epochs", () => {
    const { texts, teacher } = toyLesson();
    const cosines: number[] = [];
    learnTable(texts, teacher, RECIPE, (_, cosine) => cosines.push(cosine));
    expect(cosines).toHaveLength(RECIPE.epochs);
    expect(cosines.at(-1)).toBeGreaterThan(0.95);
    expect(cosines.at(-1)).toBeGreaterThan(cosines[0] ?? 1);
  });

  test("gives the same bytes for the same seed, and others for another", () => {
    const { texts, teacher } = toyLesson();
    const bytes = (seed: number) => serialiseTable(learnTable(texts, teacher, { ...RECIPE, seed }).table);
    expect(Buffer.from(bytes(1)).equals(Buffer.from(bytes(1)))).toBe(true);
    expect(parseTable(bytes(1)).id).not.toBe(parseTable(bytes(2)).id);
  });
});

describe("rows of unit length", () => {
  test("point where they pointed, and zero stays zero", () => {
    const { numbers } = normaliseRows(matrixOf([Float32Array.of(3, 4), Float32Array.of(0, 0)], 2));
    [0.6, 0.8, 0, 0].forEach((value, at) => {
      expect(numbers[at]).toBeCloseTo(value, 6);
    });
  });
});
