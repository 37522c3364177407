import fc from "fast-check";
import { describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { parseTable, serialiseTable } from "../../src/table.ts";
import { toyTable } from "../toy-table.ts";

const TABLE = toyTable({ one: [127, 0], two: [0, 127], "##s": [-3, 4] });

/** A table that is refused is refused in words that say what to use instead. */
function read(bytes: Uint8Array): void {
  let table: ReturnType<typeof parseTable>;
  try {
    table = parseTable(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    expect(error.message).toContain("This is not a table of @plimsoll/semantic");
    return;
  }
  expect(parseTable(serialiseTable(table)).id).toBe(table.id);
}

/** The header as somebody would write it who wants much memory to be taken, or none. */
const headers = fc
  .array(fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(9)), { minLength: 5, maxLength: 5 })
  .map((numbers) => {
    const bytes = new Uint8Array(TABLE);
    const view = new DataView(bytes.buffer);
    for (const [at, number] of numbers.entries()) view.setUint32(4 + 4 * at, number, true);
    return bytes;
  });

describe("the bytes of a table, somebody having changed them", () => {
  fuzz("are read, or refused as no table", changedBytes(fc.constant(TABLE)), read, { runs: 1_000 });

  fuzz("are refused whatever their header announces", headers, read);

  fuzz("are refused where they are noise", noise, read);
});
