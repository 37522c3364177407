import { expect, it } from "vitest";
import { renderBar } from "../../src/stats/render-bar.ts";
import { toPercent } from "../../src/stats/render-percent.ts";
import { renderSources, type StatsTerminal } from "../../src/stats/render-sources.ts";
import { renderStats } from "../../src/stats/render-stats.ts";
import { takeStats } from "../../src/stats/take-stats.ts";
import { subjectOf, tool } from "./subjects.ts";

const LONG = tool("long", { description: "word ".repeat(300) });
const SOURCES = Array.from({ length: 45 }, (_, at) => ({
  id: `server-${String(at).padStart(2, "0")}`,
  kind: "mcp" as const,
  tools: at === 0 ? [LONG] : [tool("short"), tool("shorter")],
}));

it.each([
  [1, "████████", "########"],
  [0.5, "████", "####"],
  [0.51, "████▏", "####"],
  [0.99, "███████▉", "########"],
  [0.0001, "▏", "#"],
  [0, "", ""],
])("draws %d of eight cells", (share, blocks, plain) => {
  expect(renderBar(share, 8, "blocks")).toBe(blocks);
  expect(renderBar(share, 8, "plain")).toBe(plain);
});

it.each([
  [0, "0.00 %"],
  [0.000001, "<0.01 %"],
  [0.0124, "1.24 %"],
  [-0.5, "-50.00 %"],
])("shows the share %d as %s", (share, text) => {
  expect(toPercent(share)).toBe(text);
});

it("fits bars to the terminal, and has none where there is no room", async () => {
  const { sources } = await takeStats(await subjectOf(SOURCES.slice(0, 3)));
  const linesOn = (terminal: StatsTerminal) => renderSources(sources, terminal);
  const widthOf = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  expect(widthOf(linesOn({ isTTY: true, columns: 60 }))).toBe(59);
  expect(widthOf(linesOn({ isTTY: true, columns: 70 }))).toBe(69);
  expect(widthOf(linesOn({ isTTY: true, columns: 0 }))).toBe(79);
  expect(linesOn({ isTTY: true, columns: 200 })[1]).toMatch(/ % {2}█{40}$/);
  expect(linesOn({ isTTY: true, columns: 30 }).join("\n")).not.toMatch(/[█▏#]/);
  expect(linesOn({}).join("\n")).not.toMatch(/[█▏]/);
  expect(linesOn({})[1]).toMatch(/ % {2}#+$/);
});

it("lists forty sources, and says what the others come to", async () => {
  const report = await takeStats(await subjectOf(SOURCES));
  const lines = renderSources(report.sources, {});
  expect(lines).toHaveLength(42);
  const rest = report.sources.slice(40).reduce((sum, { tokens }) => sum + tokens, 0);
  expect(lines.at(-1)).toBe(`  … and 5 more sources: 10 tools, ${rest} tokens; --json has them all.`);
});

it("lists ten tools, five retired names and five that were set aside", async () => {
  const bad = Array.from({ length: 7 }, (_, at) => tool(`bad_${at}`, { description: "a\u200bb" }));
  const lifecycle = Array.from({ length: 6 }, (_, at) => ({ name: `old_${at}`, state: "hidden" as const }));
  const subject = await subjectOf([...SOURCES, { id: "poor", kind: "mcp", tools: bad }], { lifecycle });
  const lines = renderStats(await takeStats(subject), {});
  const after = (title: string, count: number) => lines.slice(lines.indexOf(title) + 1).slice(0, count);
  expect(after("The 10 heaviest tools:", 12)).toHaveLength(12);
  expect(after("The 10 heaviest tools:", 12).at(-1)).toBe("");
  expect(after("6 retired names, taking no room:", 6).at(-1)).toBe("  … and 1 more.");
  expect(after("7 tools set aside:", 1)).toEqual([
    '  poor: "bad_0", its description hides the character U+200B.',
  ]);
  expect(lines.at(-1)).toBe("  … and 2 more.");
});
