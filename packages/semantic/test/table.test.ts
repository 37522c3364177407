import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromHalf, toHalf } from "../src/half.ts";
import { parseTable } from "../src/table.ts";
import { TABLE_DIMENSIONS, TABLE_ID } from "../src/table-id.ts";
import { toyTable } from "./toy-table.ts";

const bytes = toyTable({ one: [127, 0], two: [0, 127], "##s": [-3, 4] });

function changed(change: (view: DataView) => void): Uint8Array {
  const copy = new Uint8Array(bytes);
  change(new DataView(copy.buffer));
  return copy;
}

describe("a table's bytes", () => {
  test("give back what was laid out", () => {
    const table = parseTable(bytes);
    expect(table).toMatchObject({ dimensions: 2, teacherDimensions: 3, pieces: ["one", "two", "##s"] });
    expect([...table.rows]).toEqual([127, 0, 0, 127, -3, 4]);
    expect([...table.scales]).toEqual([0.5, 0.5, 0.5]);
    expect([...table.projection].map(fromHalf)).toEqual([1, 0, 0, 1, 0, 0]);
  });

  test("are read wherever they stand in a larger buffer", () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(parseTable(shifted.subarray(1))).toEqual(parseTable(bytes));
    expect(parseTable(Buffer.from(shifted.buffer).subarray(1))).toEqual(parseTable(bytes));
  });

  test("have an id that follows from their contents", () => {
    expect(parseTable(toyTable({ one: [127, 0], two: [0, 127], "##s": [-3, 4] })).id).toBe(
      parseTable(bytes).id,
    );
    expect(parseTable(toyTable({ one: [127, 0], two: [0, 127], "##s": [-3, 5] })).id).not.toBe(
      parseTable(bytes).id,
    );
  });

  test("are refused when foreign", () => {
    expect(() => parseTable(new Uint8Array())).toThrow(/starts with "", not with "PLST"/);
    expect(() => parseTable(new TextEncoder().encode("<!doctype html>"))).toThrow(/starts with "<!do"/);
  });

  test("are refused when of another version", () => {
    expect(() => parseTable(changed((view) => view.setUint32(4, 2, true)))).toThrow(/its version is 2/);
  });

  test("are refused when cut short, at any byte", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseTable(bytes.subarray(0, length))).toThrow(TypeError);
    }
  });

  test("are refused when something follows them", () => {
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    expect(() => parseTable(longer)).toThrow(
      `it has ${longer.length} bytes where its header announces ${bytes.length}`,
    );
  });

  test("are refused when any one byte is another", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const copy = new Uint8Array(bytes);
        copy[at] = ((copy[at] ?? 0) + by) % 256;
        expect(() => parseTable(copy)).toThrow(TypeError);
      }),
    );
  });
});

describe("the table of the package", () => {
  const shipped = readFileSync(new URL("../data/table.bin", import.meta.url));

  test("has the id and the dimensions that the code announces", () => {
    expect(parseTable(shipped)).toMatchObject({
      id: TABLE_ID,
      dimensions: TABLE_DIMENSIONS,
      teacherDimensions: 384,
    });
  });

  test("stays within 4.3 MB", () => {
    expect(shipped.length).toBeLessThanOrEqual(4_300_000);
  });

  test("has a piece for every ASCII letter and digit, at the start of a word and within", () => {
    const pieces = new Set(parseTable(shipped).pieces);
    for (const sign of "abcdefghijklmnopqrstuvwxyz0123456789") {
      expect(pieces).toContain(sign);
      expect(pieces).toContain(`##${sign}`);
    }
  });
});

describe("half-precision floats", () => {
  test("come back as the same bits, whatever the number", () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const number = fromHalf(bits);
      if (!Number.isNaN(number)) expect(toHalf(number)).toBe(bits);
    }
  });

  test("are the nearest there is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -65_000_000, max: 65_000_000 }),
        fc.integer({ min: 0, max: 9 }),
        (whole, by) => {
          const number = whole / 1000 / 10 ** by;
          const bits = toHalf(number);
          const distance = Math.abs(fromHalf(bits) - number);
          for (const other of [bits - 1, bits + 1]) {
            const neighbour = fromHalf(other & 0xffff);
            if (Number.isFinite(neighbour))
              expect(distance).toBeLessThanOrEqual(Math.abs(neighbour - number));
          }
        },
      ),
    );
  });
});
