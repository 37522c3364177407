import { expect, test } from "vitest";
import { measureFind } from "../benchmarks/tokens/find.ts";

const figures = await measureFind([5, 25], 40);

test.skipIf(figures.length === 0)(
  "what tool_find answers stays within its caps over the labelled sets (skipped where they are absent: PLIMSOLL_DATA)",
  () => {
    for (const { limit, median, most } of figures) {
      if (limit === 5) expect(median).toBeLessThanOrEqual(700);
      expect(most).toBeLessThanOrEqual(1_500);
    }
    expect(figures.some(({ limit, cut }) => limit === 25 && cut > 0)).toBe(true);
  },
);
