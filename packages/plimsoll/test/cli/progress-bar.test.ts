import { expect, it } from "vitest";
import { createProgressBar, renderProgress } from "../../src/cli/progress-bar.ts";

/** A bar on a terminal, or on none, with a clock of this test's own. */
function barOn(terminal: { readonly isTTY: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const stream = { ...terminal, write: (text: string) => written.push(text) };
  return { written, clock, bar: createProgressBar(stream, () => clock.ms) };
}

it("says how far it is, and how long the rest will take", () => {
  const text = "1.5 of 3.0 MB, 2,000 rows";
  expect(renderProgress({ done: 1_500, total: 3_000, text }, 4_000)).toBe(
    "[############------------]  50 %  1.5 of 3.0 MB, 2,000 rows, 4 s left",
  );
  expect(renderProgress({ done: 1, total: 100, text }, 4_000)).toContain(
    "  1 %  1.5 of 3.0 MB, 2,000 rows, 7 min left",
  );
  expect(renderProgress({ done: 0, total: 100, text }, 4_000)).toBe(`[${"-".repeat(24)}]   0 %  ${text}`);
  expect(renderProgress({ done: 100, total: 100, text }, 4_000)).toBe(`[${"#".repeat(24)}] 100 %  ${text}`);
});

it("measures against nothing where there is no total, or more came than was announced", () => {
  expect(renderProgress({ done: 5, total: 0, text: "5 rows" }, 1_000)).toBe("5 rows");
  expect(renderProgress({ done: 5, total: 4, text: "5 rows" }, 1_000)).toBe("5 rows");
});

it("is drawn over itself, not more often than the eye can follow, and erased", () => {
  const { written, clock, bar } = barOn({ isTTY: true, columns: 200 });
  const at = (ms: number, done: number) => {
    clock.ms = ms;
    bar.show({ done, total: 4, text: "rows" });
  };
  at(50, 1);
  expect(written).toEqual([]);
  at(100, 2);
  at(120, 3);
  at(130, 4);
  bar.erase();
  bar.erase();
  expect(written.map((text) => text.replace("\r\u001b[2K", "<erase>").replace(/\[.*\]/, "[…]"))).toEqual([
    "<erase>[…]  50 %  rows, 1 s left",
    "<erase>[…] 100 %  rows",
    "<erase>",
  ]);
});

it.each([
  [20, 19],
  [0, 79],
])("never fills a line of %i columns, which would wrap", (columns, most) => {
  const { written, clock, bar } = barOn({ isTTY: true, columns });
  clock.ms = 500;
  bar.show({ done: 1, total: 2, text: "rows".repeat(20) });
  expect(written[0]?.replace("\r\u001b[2K", "")).toHaveLength(most);
});

it("writes nothing where there is no terminal", () => {
  const { written, clock, bar } = barOn({ isTTY: false });
  clock.ms = 500;
  bar.show({ done: 1, total: 2, text: "rows" });
  bar.erase();
  expect(written).toEqual([]);
});

it("draws one line, whatever a server says meanwhile", () => {
  const { bar, clock, written } = barOn({ isTTY: true });
  clock.ms = 1_000;
  bar.show({ done: 1, total: 0, text: "half\nplimsoll: All is well.\u001b[2J" });
  expect(written).toEqual(["\r\u001b[2Khalf plimsoll: All is well.[2J"]);
});
