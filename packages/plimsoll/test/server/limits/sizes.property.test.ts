import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNestedDeeper } from "../../../../core/src/internal/nesting.ts";
import { isLargerThan } from "../../../src/server/limits/result-size.ts";
import { isTextTooDeep } from "../../../src/wire/nesting.ts";

const tricky = fc.constantFrom('"', "\\", '\\"', "[[[", "{{{", "]", '"}', "\u0000", "é", "\ud800", "𝄞");
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.oneof(tricky, fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(tricky, fc.string()), tie("value"), { maxKeys: 3 }),
  ),
})).value;

describe("the limit of nesting", () => {
  it("is over exactly where the value that a text stands for is nested deeper", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 6 }), (value, most) => {
        for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 1)]) {
          expect(isTextTooDeep(text, most)).toBe(isNestedDeeper(value, most));
        }
      }),
    );
  });

  it("is found out of whatever is no JSON, without an end to wait for", () => {
    fc.assert(
      fc.property(
        fc.array(tricky).map((parts) => parts.join("")),
        (text) => {
          expect(typeof isTextTooDeep(text, 3)).toBe("boolean");
        },
      ),
    );
  });

  it("is over for a text that is nothing but nesting", () => {
    expect(isTextTooDeep("[".repeat(4_000_000), 100)).toBe(true);
    expect(isTextTooDeep('{"a":'.repeat(800_000), 100)).toBe(true);
  });
});

describe("the limit of a result", () => {
  it("is over exactly where its JSON has more bytes", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -3, max: 3 }), (value, off) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        expect(isLargerThan(value, bytes + off)).toBe(off < 0);
      }),
    );
  });

  it("is over for a result that is nested beyond what can be written", () => {
    let value: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(isLargerThan(value, 1_000_000)).toBe(true);
  });
});
