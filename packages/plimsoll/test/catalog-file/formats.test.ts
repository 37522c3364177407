import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { temporaryFolder } from "../support/servers.ts";
import { toLines, write } from "./files.ts";

const ECHO = { name: "echo", description: "Says it again", inputSchema: { type: "object" } };
const ADD = { name: "add", description: "Adds numbers" };
const BOM = "\uFEFF";

/** What a load amounts to, without its objects. */
async function load(...files: string[]) {
  const { catalog, badRows, rows, manifests } = await loadCatalogFiles(files);
  const snapshot = catalog.snapshot();
  return {
    names: snapshot.entries().map(({ name }) => name),
    kinds: snapshot.sources.map(({ id, kind }) => `${kind} ${id}`),
    bad: badRows.kept.map(({ line, reason }) => `${line}: ${reason}`),
    rows,
    manifests: manifests.length,
  };
}

const PLAIN = { names: ["add", "echo"], kinds: ["manifest mine"], bad: [], rows: 2, manifests: 0 };
const LISTED = { ...PLAIN, names: ["mine/add", "mine/echo"], kinds: ["mcp mine"] };

describe("the form of a catalog file is told by what is in it", () => {
  it.each([
    ["JSON Lines", toLines([ECHO, ADD]), PLAIN],
    ["JSON Lines without a last line end", toLines([ECHO, ADD]).trimEnd(), PLAIN],
    ["JSON Lines from Windows", BOM + toLines([ECHO, ADD], "\r\n"), PLAIN],
    ["JSON Lines with blank lines", `\n \n${toLines([ECHO, ADD], "\n\n")}`, PLAIN],
    ["an array", JSON.stringify([ECHO, ADD]), PLAIN],
    ["an array over many lines", BOM + JSON.stringify([ECHO, ADD], null, 2), PLAIN],
    ["an array of one tool a line", `[\n${JSON.stringify(ECHO)},\n${JSON.stringify(ADD)}\n]\n`, PLAIN],
    ["a tools/list result", JSON.stringify({ tools: [ECHO, ADD] }), LISTED],
    ["a tools/list result over many lines", JSON.stringify({ tools: [ECHO, ADD] }, null, 2), LISTED],
    ["a JSON-RPC answer", JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [ECHO, ADD] } }), LISTED],
    [
      "a JSON-RPC answer over many lines",
      JSON.stringify({ id: 1, result: { tools: [ECHO, ADD] } }, null, "\t"),
      LISTED,
    ],
    ["an empty list", '{ "tools": [] }', { ...PLAIN, names: [], kinds: [], rows: 0 }],
  ])("%s, packed or not, whatever its ending", async (_form, text, expected) => {
    expect(await load(write("mine.json", text))).toEqual(expected);
    expect(await load(write("mine.jsonl", gzipSync(text)))).toEqual(expected);
    expect(await load(write("mine.jsonl.gz", text))).toEqual(expected);
  });

  it("hands a manifest back as it is, without tools", async () => {
    const value = { version: "1.0.0", provides: { tools: ["echo", { name: "add" }] } };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      const file = write("manifest.json", text);
      const { manifests, rows, catalog } = await loadCatalogFiles([file]);
      expect({ manifests, rows, size: catalog.snapshot().size }).toEqual({
        manifests: [{ file, value }],
        rows: 0,
        size: 0,
      });
    }
  });
});

describe("bad rows are reported, and the rest is read", () => {
  it("says what is wrong with each, by line", async () => {
    const text = [
      "{ oops }",
      JSON.stringify(ECHO),
      "[1]",
      '"text"',
      "",
      '{"description":"no name"}',
      '{"name":7}',
      '{"name":"x","server":3}',
      '{"name":"cut off","descr',
      JSON.stringify(ADD),
    ].join("\n");
    expect(await load(write("mine.jsonl", text))).toEqual({
      ...PLAIN,
      rows: 9,
      bad: [
        "1: it is not JSON",
        "3: it is not an object",
        "4: it is not an object",
        "6: it has no name",
        "7: it has no name",
        "8: its server is not a text",
        "9: it is not JSON",
      ],
    });
  });

  it.each([
    '{"name":"cut off","a":{"b":1',
    '{"name":"cut off","a":',
    '{"name":"cut off",',
    '{"name":"cut',
    "[",
  ])("does not take rows for a document because the first one is cut off: %s", async (first) => {
    const text = `${first}\n${toLines([ECHO, ADD])}`;
    expect(await load(write("mine.jsonl", text))).toEqual({ ...PLAIN, rows: 3, bad: ["1: it is not JSON"] });
  });

  it("says on which line of a list a tool is that is none", async () => {
    const text = JSON.stringify({ tools: [ECHO, { title: "?" }, [ADD], null, ADD] }, null, 1);
    const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
    expect(await load(write("mine.json", text))).toEqual({
      ...LISTED,
      rows: 5,
      bad: [
        `${lineOf('"title"') - 1}: it has no name`,
        `${lineOf("  [\n")}: it is not an object`,
        `${lineOf("null")}: it is not an object`,
      ],
    });
  });

  it("keeps a thousand of them, and counts all", async () => {
    const text = toLines([ECHO, ...Array.from({ length: 1_500 }, () => 0)]);
    const { badRows, rows } = await loadCatalogFiles([write("mine.jsonl", text)]);
    expect({ total: badRows.total, kept: badRows.kept.length, rows }).toEqual({
      total: 1_500,
      kept: 1_000,
      rows: 1_501,
    });
  });

  it("passes over a line beyond all measure, also where it is the first", async () => {
    const long = JSON.stringify({ name: "long", description: "x".repeat(17 * 1024 * 1024) });
    for (const rows of [
      [long, JSON.stringify(ECHO), JSON.stringify(ADD)],
      [JSON.stringify(ECHO), JSON.stringify(ADD), long],
    ]) {
      const result = await load(write("mine.jsonl.gz", gzipSync(rows.join("\n"), { level: 1 })));
      expect(result).toMatchObject({ names: PLAIN.names, rows: 3 });
      expect(result.bad).toEqual([expect.stringMatching(/^[13]: it is longer than 16 MiB$/)]);
    }
  });

  it("reads a list on one line that is longer than a row may be", async () => {
    const padding = { name: "long", description: "", note: "x".repeat(17 * 1024 * 1024) };
    const text = JSON.stringify({ tools: [padding, ECHO] });
    expect((await load(write("mine.json", text))).names).toEqual(["mine/echo", "mine/long"]);
  });

  it("names bytes that are no text", async () => {
    const bytes = Buffer.concat([
      Buffer.from(toLines([ECHO])),
      Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
      Buffer.from(toLines([ADD])),
    ]);
    expect(await load(write("mine.jsonl", bytes))).toEqual({
      ...PLAIN,
      rows: 3,
      bad: ["2: it is not UTF-8"],
    });
  });
});

it("reads one file once, however often it is named", async () => {
  const folder = temporaryFolder();
  const file = write("mine.jsonl", toLines([ECHO, ADD]), folder);
  expect(await load(file, join(folder, ".", "mine.jsonl"))).toEqual(PLAIN);
});
