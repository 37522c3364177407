import { expect, it } from "vitest";
import { embedderNamed } from "../../src/embedder/embedder-named.ts";

it("none is no embedder: search has words alone", async () => {
  expect(await embedderNamed("none")).toBeUndefined();
});

it("static knows without a model that two texts mean nearly the same", async () => {
  const embedder = await embedderNamed("static");
  const texts = ["remove a customer", "delete client", "resize image"];
  const vectors = (await embedder?.embed(texts, "tool")) ?? new Float32Array();
  const { length } = vectors;
  const row = (at: number) => vectors.subarray((at * length) / 3, ((at + 1) * length) / 3);
  const cosine = (a: number, b: number) =>
    row(a).reduce((sum, value, at) => sum + value * (row(b)[at] ?? Number.NaN), 0);
  expect(cosine(0, 1)).toBeGreaterThan(cosine(0, 2) + 0.2);
});
