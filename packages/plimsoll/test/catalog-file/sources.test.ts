import { Catalog, toSourceId } from "@plimsoll/core";
import { expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { toLines, write } from "./files.ts";

it("makes a tool of a row, with what a model reads of it, that nobody here can run", async () => {
  const row = {
    id: 7,
    name: "read_file",
    title: "Read a file",
    server: null,
    description: null,
    annotations: { readOnlyHint: true, openWorldHint: true },
    outputSchema: { type: "object" },
    category: "ignored",
  };
  const { catalog, ids } = await loadCatalogFiles([write("mine.jsonl", toLines([row]))]);
  expect(catalog.snapshot().get("read_file")).toMatchObject({
    source: { id: "mine", kind: "manifest" },
    risk: { level: "read", external: true, verified: true },
    tool: {
      name: "read_file",
      title: "Read a file",
      description: "Read a file",
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      execution: { type: "host" },
    },
  });
  expect(ids).toEqual(new Map([["read_file", "7"]]));
});

it("groups rows by server, and those without one by file", async () => {
  const rows = [
    { id: "1", name: "search", server: "github" },
    { id: "2", name: "search", server: "My Server (prod)" },
    { id: "3", name: "search" },
    { name: "list", server: "github" },
  ];
  const { catalog, ids } = await loadCatalogFiles([write("harness.jsonl", toLines(rows))]);
  const prod = toSourceId("My Server (prod)");
  expect(catalog.snapshot().sources.map(({ id, kind, tools }) => ({ id, kind, tools }))).toEqual([
    { id: prod, kind: "mcp", tools: 1 },
    { id: "github", kind: "mcp", tools: 2 },
    { id: "harness", kind: "manifest", tools: 1 },
  ]);
  expect(ids).toEqual(
    new Map([
      ["github/search", "1"],
      [`${prod}/search`, "2"],
      ["search", "3"],
    ]),
  );
});

it.each([
  ["mine.jsonl", "mine"],
  ["mine.json", "mine"],
  ["mine.JSON.GZ", "mine"],
  ["mine.v2.jsonl.gz", toSourceId("mine.v2")],
  ["azure/tools.jsonl", "azure"],
  ["azure/tools.json.gz", "azure"],
  ["azure/tools", "azure"],
  ["code.jsonl", toSourceId("code")],
])("calls the source of %s %s", async (name, id) => {
  const { catalog } = await loadCatalogFiles([write(name, toLines([{ name: "x" }]))]);
  expect(catalog.snapshot().sources.map((source) => source.id)).toEqual([id]);
});

it("keeps a file and a server of the same name apart", async () => {
  const files = [
    write("github.jsonl", toLines([{ name: "search" }])),
    write("other.jsonl", toLines([{ name: "search", server: "github" }])),
  ];
  const { catalog } = await loadCatalogFiles(files);
  expect(catalog.snapshot().get("github/search")?.source).toEqual({
    id: "github",
    kind: "mcp",
    title: "github",
  });
  expect(catalog.snapshot().get("search")?.source).toEqual({
    id: toSourceId("file github"),
    kind: "manifest",
  });
});

it("lets the first row of a name stand, with its id, and sets the others aside", async () => {
  const first = write("a.jsonl", toLines([{ id: "a", name: "x", server: "s", description: "first" }]));
  const second = write("b.jsonl", toLines([{ id: "b", name: "x", server: "s", description: "second" }]));
  for (const [files, id] of [
    [[first, second], "a"],
    [[second, first], "b"],
  ] as const) {
    const { catalog, ids } = await loadCatalogFiles(files);
    expect(ids).toEqual(new Map([["s/x", id]]));
    expect(catalog.snapshot().get("s/x")?.tool.description).toBe(id === "a" ? "first" : "second");
    expect(catalog.snapshot().setAside).toEqual([
      { source: "s", tool: "x", reason: "its source lists another tool of that name" },
    ]);
  }
});

it("leaves malformed tools to the catalog, which sets them aside with a reason", async () => {
  const rows = [
    { name: "good" },
    { name: "odd", description: 7 },
    { name: "open", inputSchema: true },
    { name: "list", inputSchema: { type: "array" } },
  ];
  const { catalog, badRows, rows: read } = await loadCatalogFiles([write("mine.jsonl", toLines(rows))]);
  const { size, setAside } = catalog.snapshot();
  expect({ size, read, bad: badRows.total }).toEqual({ size: 1, read: 4, bad: 0 });
  expect(setAside.map(({ tool }) => tool)).toEqual(["odd", "open", "list"]);
});

it("fills the catalog it is given, and leaves it as it was where a file cannot be read", async () => {
  const catalog = new Catalog();
  catalog.replace({ id: "code", kind: "code" }, { tools: [] });
  const before = catalog.snapshot();
  const good = write("good.jsonl", toLines([{ name: "x" }]));
  await expect(loadCatalogFiles([good, write("bad.jsonl", "")], { catalog })).rejects.toThrow("It is empty.");
  expect(catalog.snapshot()).toBe(before);
  const loaded = await loadCatalogFiles([good], { catalog });
  expect(loaded.catalog).toBe(catalog);
  expect(catalog.snapshot().sources.map(({ id }) => id)).toEqual(["code", "good"]);
});

it("tells how far it is, up to every byte and row", async () => {
  const files = [
    write("a.jsonl", toLines(Array.from({ length: 9_000 }, (_, at) => ({ name: `tool_${at}`, at })))),
    write("b.jsonl", toLines([{ name: "x" }])),
  ];
  const seen: number[] = [];
  const totals = new Set<number>();
  let rows = 0;
  await loadCatalogFiles(files, {
    onProgress: (progress) => {
      seen.push(progress.bytes);
      totals.add(progress.totalBytes);
      rows = progress.rows;
    },
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect([...totals]).toEqual([seen.at(-1)]);
  expect(rows).toBe(9_001);
});
