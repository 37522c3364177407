import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toSummary } from "../../src/tool/summary.ts";

describe("a tool's summary", () => {
  test("is the first sentence, on one line", () => {
    expect(toSummary("Open an issue\n  in a repository. Needs a token.")).toBe(
      "Open an issue in a repository.",
    );
  });

  test("does not end at a dot inside a word", () => {
    expect(toSummary("Reads package.json files")).toBe("Reads package.json files");
  });

  test("has at most 200 characters and no half of a character, whatever the description", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => {
        const summary = toSummary(text);
        expect(summary.length).toBeLessThanOrEqual(200);
        expect(Buffer.from(summary).toString()).toBe(summary);
        expect(summary).not.toContain("\n");
      }),
    );
  });
});
