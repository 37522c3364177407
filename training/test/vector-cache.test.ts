import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cacheKey, openVectorCache } from "../teacher/vector-cache.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vectors-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const [one, two, three] = ["one", "two", "three"].map((text) => cacheKey("teacher", text)) as [
  string,
  string,
  string,
];

describe("the teacher's vectors on disk", () => {
  test("are there again when the file is opened again", () => {
    const file = join(folder, "deeper", "vectors.bin");
    const cache = openVectorCache(file, 2);
    cache.add(one, Float32Array.of(1, 2));
    cache.add(two, Float32Array.of(3, 4));
    cache.close();
    const again = openVectorCache(file, 2);
    expect(again.size).toBe(2);
    expect([...(again.get(two) ?? [])]).toEqual([3, 4]);
    expect(again.get(three)).toBeUndefined();
    again.close();
  });

  test.each([1, 15, 16, 23])("lose nothing whole to a process killed %i bytes into a record", (torn) => {
    const file = join(folder, "vectors.bin");
    const cache = openVectorCache(file, 2);
    cache.add(one, Float32Array.of(1, 2));
    cache.close();
    appendFileSync(file, Buffer.alloc(torn, 7));
    const resumed = openVectorCache(file, 2);
    expect(resumed.size).toBe(1);
    resumed.add(three, Float32Array.of(5, 6));
    resumed.close();
    const again = openVectorCache(file, 2);
    expect([...(again.get(one) ?? [])]).toEqual([1, 2]);
    expect([...(again.get(three) ?? [])]).toEqual([5, 6]);
    expect(statSync(file).size).toBe(2 * (16 + 8));
    again.close();
  });

  test("are kept apart by teacher", () => {
    expect(cacheKey("teacher piece", "one")).not.toBe(cacheKey("teacher", "one"));
  });

  test("of another size are refused", () => {
    const cache = openVectorCache(join(folder, "vectors.bin"), 2);
    expect(() => cache.add(one, Float32Array.of(1, 2, 3))).toThrow(/3 numbers does not fit/);
    cache.close();
  });
});
