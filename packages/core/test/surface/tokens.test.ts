import { estimateTokens, loadO200kCounter } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { description, inputSchema, toolName } from "../arbitraries.ts";

describe("the estimate of tokens", () => {
  test.each([
    ["", 0],
    ["open an issue in a repository", 7],
    ["createIssue", 3],
    ['{"type":"object","properties":{"path":{"type":"string"}}}', 14],
    ["リポジトリに課題を作成する", 10],
  ])("%j is about %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  test("is never negative, and never less for more text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (first, second) => {
        expect(estimateTokens(first)).toBeGreaterThanOrEqual(0);
        expect(estimateTokens(`${first} ${second}`)).toBeGreaterThanOrEqual(estimateTokens(first));
      }),
    );
  });

  test("is within a third of the exact count, for definitions of any shape", async () => {
    const exact = await loadO200kCounter();
    const name = toolName.filter((one) => /^[\w-]{1,40}$/.test(one));
    const words = description.filter((text) => /^[ -~]*$/.test(text));
    fc.assert(
      fc.property(fc.record({ name, description: words, inputSchema }), (definition) => {
        const text = canonicalJson(definition);
        expect(Math.abs(estimateTokens(text) / exact(text) - 1)).toBeLessThan(0.34);
      }),
    );
  });
});

describe("the exact counter", () => {
  test("a control token in a text is text", async () => {
    const exact = await loadO200kCounter();
    expect(exact("before <|endoftext|> after")).toBeGreaterThan(3);
  });

  test.each([
    ["letters", "x".repeat(100_000)],
    ["blanks", " ".repeat(100_000)],
    ["ideographs", "漢字".repeat(20_000)],
  ])("a long run of %s is counted as its pieces are, and does not hang", async (_what, text) => {
    const exact = await loadO200kCounter();
    const half = exact(text.slice(0, text.length / 2));
    expect(Math.abs(exact(text) - 2 * half)).toBeLessThan(10);
  });

  test("words around a long run are counted as ever", async () => {
    const exact = await loadO200kCounter();
    const words = "open an issue in a repository ";
    expect(exact(`${words}${"x".repeat(4_000)}`)).toBe(exact(words) + exact("x".repeat(4_000)));
  });
});
