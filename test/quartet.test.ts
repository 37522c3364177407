import { createRuntime } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { readLabelledSet } from "../benchmarks/datasets.ts";
import { measureQuartet } from "../benchmarks/tokens/quartet.ts";

const { allEager, rows } = await measureQuartet();

describe("the token table of the dialect quartet", () => {
  test("all 30 tools at once weigh what such tools weigh", () => {
    expect(allEager.tools).toBe(30);
    expect(allEager.tokens).toBeGreaterThanOrEqual(2_385);
  });

  test.each([
    ["meta-tools only", 4, 0.938],
    ["simple spec task", 5, 0.909],
    ["registry workflow", 7, 0.853],
    ["complex workflow", 10, 0.79],
  ])("%s: %i tools, a reduction of at least %f", (name, tools, least) => {
    const row = rows.find((candidate) => candidate.name === name);
    expect(row).toMatchObject({ tools });
    expect(row?.reduction).toBeGreaterThanOrEqual(least);
  });

  test("no workflow takes more than 500 tokens, and the four alone at most 160", () => {
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const { tokens } of rows) expect(tokens).toBeLessThanOrEqual(500);
    expect(rows[0]?.tokens).toBeLessThanOrEqual(160);
  });
});

const labelled = readLabelledSet("go-ent");

describe.skipIf(labelled === undefined)(
  "tool_find of quartet over go-ent (skipped where the data is absent: PLIMSOLL_DATA)",
  () => {
    // The set has the four among its tools. In a catalog their names are taken, so they are read back from wire names.
    const runtime = createRuntime({
      tools: (labelled?.tools ?? []).map(({ name, description = "" }) => ({
        name,
        description,
        inputSchema: { type: "object" },
        lazy: true,
        execution: { type: "run", run: () => "" },
      })),
      dialect: "quartet",
    });
    const names = new Map(
      runtime.catalog
        .snapshot()
        .entries()
        .map(({ name, wireName }): [string, string] => [wireName, name]),
    );

    async function find(query: string): Promise<string[]> {
      const { result } = await runtime.call({ name: "tool_find", arguments: { query, limit: 3 } });
      const [block] = result?.content ?? [];
      const found: { name: string }[] = JSON.parse(block?.type === "text" ? block.text : "[]");
      return found.map(({ name }) => names.get(name) ?? name);
    }

    test("25 of 25 have a right tool among the first three", async () => {
      const queries = labelled?.queries ?? [];
      expect(queries).toHaveLength(25);
      const missed: string[] = [];
      for (const { query, gold } of queries) {
        if (!(await find(query)).some((name) => gold.includes(name))) missed.push(query);
      }
      expect(missed).toEqual([]);
    });

    test("17 of 17 have the strict one first", async () => {
      const queries = (labelled?.queries ?? []).filter(({ strict }) => strict !== undefined);
      expect(queries).toHaveLength(17);
      const missed: string[] = [];
      for (const { query, strict } of queries) if ((await find(query))[0] !== strict) missed.push(query);
      expect(missed).toEqual([]);
    });
  },
);
