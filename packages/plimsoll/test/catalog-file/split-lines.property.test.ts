import fc from "fast-check";
import { expect, it } from "vitest";
import { type Line, splitLines } from "../../src/catalog-file/split-lines.ts";
import { all, inChunks } from "./files.ts";

const MAX_BYTES = 40;
const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\n\n", " ", "é", "搜索", "🙂", "\r", "x".repeat(50)),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

/** The same, with the whole text at hand. */
function naiveLines(whole: string): Line[] {
  return whole.split("\n").flatMap((line, index): Line[] => {
    const number = index + 1;
    if (Buffer.byteLength(line) > MAX_BYTES)
      return [{ number, reason: `it is longer than ${MAX_BYTES / 1024 / 1024} MiB` }];
    const read = new TextDecoder().decode(Buffer.from(line));
    return read.trim() === "" ? [] : [{ number, text: read.replace(/\r$/, "") }];
  });
}

it("gives the same lines however the bytes are cut, also inside a character", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 20 }), async (whole, cuts) => {
      const lines = await all(splitLines(inChunks(Buffer.from(whole), cuts), MAX_BYTES));
      expect(lines).toEqual(naiveLines(whole));
    }),
  );
});

it("holds nothing of a line that is too long", async () => {
  const chunk = Buffer.alloc(64, "x");
  let largest = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 1_000_000; count += 1) {
      if (count % 10_000 === 0) largest = Math.max(largest, process.memoryUsage().heapUsed);
      yield chunk;
    }
  }
  const before = process.memoryUsage().heapUsed;
  const lines = await all(splitLines(endless(), 1024 * 1024));
  expect(lines).toEqual([{ number: 1, reason: "it is longer than 1 MiB" }]);
  // A million parts held would be a heap of that many objects of some hundred bytes.
  expect(largest - before).toBeLessThan(64 * 1024 * 1024);
});
