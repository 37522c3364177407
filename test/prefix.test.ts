import { expect, test } from "vitest";
import { measurePrefix } from "../benchmarks/prefix/prefix.ts";

test("what was sent stays sent: everything under three strategies; under append only the array changes, at its end", async () => {
  const rows = new Map((await measurePrefix()).map((row) => [row.name, row]));
  for (const row of rows.values()) expect(row.requests).toBe(30);
  for (const strategy of ["bridge", "native", "transcript"]) {
    expect(rows.get(`Plimsoll, ${strategy}`)).toMatchObject({ share: 1, breaks: 0 });
  }
  expect(rows.get("Plimsoll, append")).toMatchObject({ breaks: 12 });
  expect(rows.get("AI SDK toolSearch()")?.share).toBeLessThan(0.7);
  expect(rows.get("activeTools")?.breaks).toBe(12);
});
