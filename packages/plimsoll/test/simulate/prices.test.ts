import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { costOf, type PriceRow } from "../../src/simulate/price-table.ts";
import { PRICES, pricesOf } from "../../src/simulate/prices.ts";
import { readPriceFile } from "../../src/simulate/read-price-file.ts";
import { temporaryFolder } from "../support/servers.ts";

const ROW: PriceRow = {
  pattern: "mine*",
  input: 2,
  cachedInput: 0.2,
  cacheWrite: 2.5,
  output: 10,
  date: "2026-11-16",
  source: "my contract",
};
const use = { input: 1000, cached: 600, uncached: 400, written: 100 };

describe("what a request costs", () => {
  it("has a price for what is read, what is written, what is neither, and what is said", () => {
    // 600 × 0.2 + 100 × 2.5 + 300 × 2 + 50 × 10 = 120 + 250 + 600 + 500 millionths
    expect(costOf(use, 50, ROW)).toBe(0.00147);
  });

  it("is that of input where reading or writing has no price of its own", () => {
    const { cachedInput: _, cacheWrite: __, ...plain } = ROW;
    expect(costOf(use, 0, plain)).toBe(0.002); // 1000 × 2
  });

  it("is another one for the whole request where its input is long", () => {
    const long = { ...ROW, over: { tokens: 999, input: 4, cachedInput: 0.4, cacheWrite: 5, output: 15 } };
    expect(costOf(use, 50, long)).toBe(0.00269); // 240 + 500 + 1200 + 750
    expect(costOf({ ...use, input: 999 }, 50, long)).toBe(0.00147);
  });
});

describe("the table of prices", () => {
  it("says of every row when it was looked at and where it comes from", () => {
    for (const { date, source, input, cachedInput, output } of PRICES) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(source).toMatch(/\w+\.\w+\//);
      expect(output).toBeGreaterThan(input);
      expect(cachedInput).toBeLessThan(input);
    }
  });

  it("finds a model with or without its vendor, the nearest row first", () => {
    expect(pricesOf("anthropic/claude-opus-4-8")).toMatchObject({ input: 5, cachedInput: 0.5, output: 25 });
    expect(pricesOf("claude-opus-5-5-20260922")).toMatchObject({ input: 4 });
    expect(pricesOf("claude-opus-5")).toMatchObject({ input: 5 });
    expect(pricesOf("gpt-5.4")).toMatchObject({ input: 2.5 });
  });

  it("has no price for a model that nobody looked up", () => {
    expect(pricesOf("gpt-5.4-nano")).toBeUndefined();
    expect(pricesOf("somebodys-model")).toBeUndefined();
  });

  it("lets rows of one's own come first", () => {
    expect(pricesOf("claude-opus-4-8", [{ ...ROW, pattern: "claude-*" }])).toMatchObject({ input: 2 });
  });
});

describe("a file of prices", () => {
  const read = (content: string) => {
    const file = join(temporaryFolder(), "prices.json");
    writeFileSync(file, content);
    return readPriceFile(file);
  };

  it("is a list of rows, with comments where one likes", async () => {
    const over = { tokens: 200_000, input: 4, output: 18 };
    const rows = await read(`[\n// by contract\n${JSON.stringify({ ...ROW, over, note: "x" })},\n]`);
    expect(rows).toEqual([{ ...ROW, over }]);
  });

  it.each([
    ["[{", ":1: It is not JSON: close brace expected."],
    ["{}", "It is no list."],
    ["[".repeat(100_000), ":1: It is nested too deeply."],
    ['[{"__proto__":{"pattern":"a"}}]', "Row 0 has no pattern of models."],
    ["[1]", "Row 0 is not an object."],
    [JSON.stringify([ROW, { ...ROW, pattern: "" }]), "Row 1 has no pattern of models."],
    [JSON.stringify([{ ...ROW, date: "today" }]), "Row 0 has no date such as 2026-11-16."],
    [JSON.stringify([{ ...ROW, source: undefined }]), "Row 0 does not say its source."],
    [JSON.stringify([{ ...ROW, input: "2" }]), 'Row 0 has input: "2", which is no price.'],
    [JSON.stringify([{ ...ROW, output: -1 }]), "Row 0 has output: -1, which is no price."],
    [JSON.stringify([{ ...ROW, output: undefined }]), "Row 0 needs input and output."],
    [JSON.stringify([{ ...ROW, over: { input: 1, output: 1 } }]), "Row 0 has no over/tokens."],
  ])("is refused with its place and the form to write: %s", async (content, says) => {
    await expect(read(content)).rejects.toMatchObject({
      code: "PRICES_UNREADABLE",
      message: expect.stringMatching(/prices\.json.*Write a list of rows: \[/s),
    });
    await expect(read(content)).rejects.toThrow(says);
  });

  it("is refused where there is none", async () => {
    await expect(readPriceFile("/nowhere/prices.json")).rejects.toThrow(
      "/nowhere/prices.json: There is no such file. Name an existing one with --prices.",
    );
  });
});
