import { describe, expect, test } from "vitest";
import { isNestedDeeper, MAX_NESTING } from "../../src/internal/nesting.ts";

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = "leaf";
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

describe("nesting", () => {
  test.each<[string, (inner: unknown) => unknown]>([
    ["lists", (inner) => [1, inner]],
    ["objects", (inner) => ({ a: null, b: inner })],
  ])("of %s is allowed up to the limit and not beyond", (_what, wrap) => {
    expect(isNestedDeeper(nested(MAX_NESTING, wrap))).toBe(false);
    expect(isNestedDeeper(nested(MAX_NESTING + 1, wrap))).toBe(true);
    expect(isNestedDeeper(nested(1_000_000, wrap))).toBe(true);
  });

  test("of plain values is none", () => {
    expect([undefined, null, "a", 1, []].map((value) => isNestedDeeper(value, 1))).not.toContain(true);
  });

  test("has no end in a value that contains itself", () => {
    const itself: unknown[] = [];
    itself.push(itself, itself);
    expect(isNestedDeeper(itself)).toBe(true);
  });
});
