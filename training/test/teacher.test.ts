import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeVectors, teacherName } from "../teacher/compute-vectors.ts";
import { readPieces, writePieceTokenizer } from "../teacher/pieces.ts";
import { cacheKey, openVectorCache, type VectorCache } from "../teacher/vector-cache.ts";

let folder = "";
let cache: VectorCache;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "teacher-"));
  cache = openVectorCache(join(folder, "vectors.bin"), 384);
});
afterAll(() => {
  cache.close();
  rmSync(folder, { recursive: true });
});

function cosine(one: Float32Array | undefined, two: Float32Array | undefined): number {
  return [...(one ?? [])].reduce((sum, value, at) => sum + value * (two?.[at] ?? 0), 0);
}

describe("the teacher", () => {
  test("gives every text a unit vector, whichever worker it fell to, and is not asked twice", async () => {
    const texts = ["remove a customer", "delete client", "resize image", "remove a customer"];
    const run = { label: "texts", workers: 2 };
    await computeVectors(texts, cache, run);
    const [remove, erase, resize] = texts.map((text) => cache.get(cacheKey(teacherName({}), text)));
    expect(cosine(remove, remove)).toBeCloseTo(1, 4);
    expect(cosine(remove, erase)).toBeGreaterThan(cosine(remove, resize) + 0.3);
    expect(cache.size).toBe(3);
    await computeVectors(texts, cache, run);
    expect(cache.size).toBe(3);
  });

  test("reads a piece that continues a word as that piece", async () => {
    const tokenizer = { path: join(folder, "tokenizer.json"), name: "piece" };
    writePieceTokenizer(tokenizer.path);
    const pieces = ["##ing", "##ed", "ing"];
    await computeVectors(pieces, cache, { label: "pieces", workers: 1, tokenizer });
    const [ing, ed, word] = pieces.map((piece) => cache.get(cacheKey(teacherName({ tokenizer }), piece)));
    expect(cosine(ing, ed)).toBeLessThan(0.99);
    expect(cosine(ing, word)).toBeLessThan(0.99);
  });

  test("has pieces of ASCII letters and digits for every word", () => {
    const pieces = readPieces();
    expect(pieces).toContain("file");
    expect(pieces).toContain("##ing");
    expect(pieces.filter((piece) => !/^(##)?[a-z0-9]+$/.test(piece))).toEqual([]);
  });
});
