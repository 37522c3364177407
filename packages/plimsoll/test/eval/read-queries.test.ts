import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readQueries } from "../../src/eval/read-queries.ts";
import { toLines, write } from "../catalog-file/files.ts";
import { temporaryFolder } from "../support/servers.ts";

const ROWS = [
  { id: "q1", query: "open an issue", gold: ["gh-1", "gh-1", 7], graded: { "gh-1": 2 } },
  { query: "make tea", gold: [] },
];
const READ = [
  { text: "open an issue", gold: new Set(["gh-1", "7"]) },
  { text: "make tea", gold: new Set() },
];

describe("a file of queries", () => {
  it("is read packed or not, whatever its name, and keys besides are left alone", async () => {
    for (const content of [toLines(ROWS), toLines(ROWS, "\r\n\n"), gzipSync(toLines(ROWS))]) {
      const { queries, badRows } = await readQueries(write("queries.txt", content));
      expect(queries).toEqual(READ);
      expect(badRows.total).toBe(0);
    }
  });

  it("is read past a bad row, which is kept with its line and the reason", async () => {
    const bad = [
      "{",
      "[]",
      '{"gold":[]}',
      '{"query":" ","gold":[]}',
      '{"query":"x"}',
      '{"query":"x","gold":"a"}',
      '{"query":"x","gold":["a",null]}',
    ];
    const file = write(
      "queries.jsonl",
      `${toLines(ROWS.slice(0, 1))}\n${bad.join("\n")}\n${toLines(ROWS.slice(1))}`,
    );
    const { queries, badRows } = await readQueries(file);
    expect(queries).toEqual(READ);
    expect(badRows.kept).toEqual(
      [
        "it is not JSON",
        "it is not an object",
        "it has no query",
        "it has no query",
        "its gold is not a list of tool ids",
        "its gold is not a list of tool ids",
        "its gold has null, which is no tool id",
      ].map((reason, at) => ({ file, line: at + 3, reason })),
    );
  });

  it("is read as far as the queries that are wanted", async () => {
    const { queries, badRows } = await readQueries(write("q.jsonl", `${toLines(ROWS)}{\n`), 1);
    expect({ queries, bad: badRows.total }).toEqual({ queries: READ.slice(0, 1), bad: 0 });
  });

  it("that cannot be read is an error that says where and why", async () => {
    const folder = temporaryFolder();
    await expect(readQueries(`${folder}/none.jsonl`)).rejects.toThrow("none.jsonl: There is no such file.");
    await expect(readQueries(folder)).rejects.toThrow("It is a folder.");
    const torn = write("q.jsonl.gz", gzipSync(toLines(ROWS)).subarray(0, -9));
    await expect(readQueries(torn)).rejects.toThrow("Its gzip data ends too early.");
  });
});
