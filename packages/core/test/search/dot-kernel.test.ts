import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createDotKernel, paddedLength } from "../../src/search/dot-kernel.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

function productsOf(
  dimensions: number,
  query: readonly number[],
  rows: readonly (readonly number[])[],
): number[] {
  const kernel = createDotKernel(dimensions, rows.length);
  kernel.bytes.set(query, 0);
  for (const [at, row] of rows.entries())
    kernel.bytes.set(row, kernel.rowsAt + at * paddedLength(dimensions));
  return [...kernel.run(rows.length)];
}

const byte = fc.integer({ min: -127, max: 127 });

test.each(["WebAssembly", "JavaScript"])("multiplies rows in %s", (engine) => {
  if (engine === "JavaScript") vi.stubGlobal("WebAssembly", undefined);
  fc.assert(
    fc.property(
      fc.constantFrom(1, 6, 16, 17, 128, 384).chain((dimensions) =>
        fc.record({
          dimensions: fc.constant(dimensions),
          query: fc.array(byte, { minLength: dimensions, maxLength: dimensions }),
          rows: fc.array(fc.array(byte, { minLength: dimensions, maxLength: dimensions }), { maxLength: 9 }),
        }),
      ),
      ({ dimensions, query, rows }) => {
        const expected = rows.map((row) => row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
        expect(productsOf(dimensions, query, rows)).toEqual(expected);
      },
    ),
  );
});

test("the largest products do not overflow", () => {
  const row = Array.from({ length: 384 }, () => -127);
  expect(productsOf(384, row, [row])).toEqual([384 * 127 * 127]);
});
