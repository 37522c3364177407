import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { isJson } from "../../src/internal/is-json.ts";

it("says of nothing that it is JSON that cannot be written", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (value) => {
      if (isJson(value)) canonicalJson(value);
    }),
  );
});

it("takes every value that came from JSON, and no cycle, no great depth, no BigInt", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isJson(value)).toBe(true);
    }),
  );
  const loop: unknown[] = [];
  loop.push({ loop });
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  const throws = {
    toJSON: () => {
      throw new Error("no");
    },
  };
  expect([loop, deep, { big: 1n }, throws].map((value) => isJson(value))).toEqual(Array(4).fill(false));
});
