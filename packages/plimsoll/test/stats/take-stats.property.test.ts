import type { LifecycleRow, Tool } from "@plimsoll/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { StatsReport } from "../../src/stats/stats-report.ts";
import { takeStats } from "../../src/stats/take-stats.ts";
import { subjectOf, type TestSource, tool } from "./subjects.ts";

const name = fc.oneof(
  fc.constantFrom("read", "write", "list_issues", "größe", "__proto__", "x".repeat(80)),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
);
const tools: fc.Arbitrary<Tool[]> = fc.uniqueArray(
  fc
    .tuple(
      name,
      fc.record(
        {
          description: fc.string({ unit: "grapheme", maxLength: 60 }),
          lazy: fc.boolean(),
          behavioural: fc.boolean(),
          promptSnippet: fc.constant("Use it with care"),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([own, fields]) => tool(own, fields)),
  { selector: (one) => one.name, maxLength: 8 },
);
const sources: fc.Arbitrary<TestSource[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("github", "files", "memory", "web"),
    kind: fc.constantFrom("mcp" as const, "manifest" as const),
    tools,
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const lifecycle = fc.uniqueArray(
  fc.record<LifecycleRow>({
    name: fc.constantFrom("read", "github/read", "files/write", "old", "gone"),
    state: fc.constantFrom("active", "deferred", "hidden"),
  }),
  { selector: (row) => row.name, maxLength: 3 },
);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function expectToAddUp({ total, sources: bySource, tools: byTool, setAside, retired }: StatsReport): void {
  expect(sum(byTool.map(({ tokens }) => tokens))).toBe(total.tokens);
  for (const field of ["tokens", "tools", "inHead", "deferred", "setAside"] as const) {
    expect(sum(bySource.map((source) => source[field]))).toBe(total[field]);
  }
  expect(total).toMatchObject({
    sources: bySource.length,
    tools: byTool.length,
    setAside: setAside.length,
    retired: retired.length,
  });
  expect(total.inHead + total.deferred).toBe(total.tools);
  for (const { id, tokens } of bySource) {
    const own = byTool.filter(({ source }) => source === id);
    expect(sum(own.map((one) => one.tokens))).toBe(tokens);
  }
}

it("adds up: over tools, over sources and in total; and `all` carries every tool", async () => {
  await fc.assert(
    fc.asyncProperty(sources, lifecycle, async (offered, rows) => {
      const report = await takeStats(await subjectOf(offered, { lifecycle: rows }));
      expectToAddUp(report);
      const all = report.strategies.find(({ strategy }) => strategy === "all");
      expect(all).toMatchObject({ tools: report.total.tools, arrayTokens: report.total.tokens });
      for (const row of report.strategies) {
        if ("refused" in row) throw new Error(row.refused);
        expect(row.arrayTokens + row.promptTokens).toBe(row.tokens);
        expect(row.tokens + row.savedTokens).toBe(report.total.tokens);
      }
    }),
  );
});

it("says the same whatever the order of sources and tools; only the asked order of sources differs", async () => {
  await fc.assert(
    fc.asyncProperty(sources, async (offered) => {
      const reversed = offered.toReversed().map((one) => ({ ...one, tools: one.tools.toReversed() }));
      // A name that two sources claim is the first source's, so there the order counts.
      const one = await takeStats(await subjectOf(offered.filter(({ kind }) => kind === "mcp")));
      const other = await takeStats(await subjectOf(reversed.filter(({ kind }) => kind === "mcp")));
      expect({ ...other, setAside: [] }).toEqual({ ...one, setAside: [] });
      const named = await takeStats(await subjectOf(offered.filter(({ kind }) => kind === "mcp")), "name");
      expect(named.sources.map(({ id }) => id)).toEqual(one.sources.map(({ id }) => id).sort());
      expect(new Set(named.sources)).toEqual(new Set(one.sources));
    }),
  );
});
