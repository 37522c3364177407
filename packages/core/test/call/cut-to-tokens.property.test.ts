import { estimateTokens } from "@plimsoll/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutToTokens } from "../../src/call/cut-to-tokens.ts";

test("what is cut fits, begins as the text does, and says that it was cut", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.constantFrom("👩‍💻".repeat(200), "語".repeat(300)),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (whole, most) => {
      const kept = cutToTokens(whole, most, estimateTokens);
      if (kept.length > 1) expect(estimateTokens(kept)).toBeLessThanOrEqual(most);
      if (kept !== whole) expect(kept.endsWith("…")).toBe(true);
      expect(whole.startsWith(kept.replace(/…$/u, ""))).toBe(true);
    }),
  );
});
