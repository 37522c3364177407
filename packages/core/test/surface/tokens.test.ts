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
