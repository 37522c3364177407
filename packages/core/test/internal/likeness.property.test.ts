import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likenessTo } from "../../src/internal/likeness.ts";

function likenessNaively(a: string, b: string): number {
  const pairsOf = (text: string) => new Set([...text].slice(1).map((letter, at) => `${text[at]}${letter}`));
  const [one, other] = [pairsOf(a), pairsOf(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return one.size === 0 || other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

describe("likeness of names", () => {
  test("is twice the pairs that are shared, over the pairs of both, name after name", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
    fc.assert(
      fc.property(name, fc.array(name), (wanted, names) => {
        const likeness = likenessTo(wanted);
        expect(names.map((one) => likeness(one))).toEqual(names.map((one) => likenessNaively(wanted, one)));
      }),
    );
  });

  test("is 1 for a name and itself, 0 for nothing in common", () => {
    expect([likenessTo("night")("night"), likenessTo("night")("nacht"), likenessTo("ab")("cd")]).toEqual([
      1, 0.25, 0,
    ]);
  });
});
