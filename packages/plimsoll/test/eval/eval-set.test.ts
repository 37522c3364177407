import { createRuntime } from "@plimsoll/core";
import { expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { buildIndex } from "../../src/eval/build-index.ts";
import { toEvalSet } from "../../src/eval/eval-set.ts";
import { findUnknownGold } from "../../src/eval/unknown-gold.ts";
import { toLines, write } from "../catalog-file/files.ts";

const load = (name: string, rows: readonly unknown[]) => loadCatalogFiles([write(name, toLines(rows))]);

it("keys tools by the id of their row, or by their canonical name where it has none", async () => {
  const tools = await load("tools.jsonl", [
    { id: "gh-1", name: "create_issue", server: "github", description: "Opens an issue." },
    { name: "list_issues", server: "github", description: "Lists issues." },
    { id: 3, name: "remember", description: "Keeps a note." },
  ]);
  expect(toEvalSet(tools).ids).toEqual(
    new Map([
      ["github/create_issue", "gh-1"],
      ["github/list_issues", "github/list_issues"],
      ["remember", "3"],
    ]),
  );
});

it("keeps distractors apart: of the same source, with the same id, or with the same name", async () => {
  const tools = await load("tools.jsonl", [
    { id: "gh-1", name: "create_issue", server: "github", description: "Opens an issue." },
  ]);
  const extra = await load("tools.jsonl", [
    { id: "gh-1", name: "close_issue", server: "github", description: "Closes an issue." },
    { id: "gh-2", name: "create_issue", server: "github", description: "Not the one." },
    { id: "gh-3", name: "remember", description: "Keeps a note." },
  ]);
  const set = toEvalSet(tools, extra);
  expect(set).toMatchObject({ ids: new Map([["github/create_issue", "gh-1"]]), extra: 2, extraSetAside: 1 });
  expect(set.documents.map(({ name, description }) => [name, description])).toEqual([
    ["github/create_issue", "Opens an issue."],
    ["remember", "Keeps a note."],
    ["github/close_issue", "Closes an issue."],
  ]);
});

it("finds what a runtime with the same tools finds, with the same scores", async () => {
  const inputSchema = {
    type: "object",
    properties: { repo: { type: "string", description: "Which project." } },
  };
  const file = write(
    "tools.jsonl",
    toLines([
      { name: "drop", server: "gh", title: "Drop an issue", description: "Drops it.", inputSchema },
      { name: "create_issue", server: "gh", description: "Opens an issue in a project." },
      { name: "remember", description: "Keeps a note of a project." },
    ]),
  );
  const runtime = createRuntime({});
  await loadCatalogFiles([file], { catalog: runtime.catalog });
  const index = await buildIndex(toEvalSet(await loadCatalogFiles([file])).documents, undefined);
  for (const text of ["issue of a project", "drop", "gh", "zzzz"]) {
    const asked = { limit: 5, explain: true };
    const found = await index.search({ text, view: { permits: () => true }, ...asked });
    expect(found).toEqual(await runtime.find(text, asked));
  }
});

it("counts ids of gold that no tool has, and the queries they are in", () => {
  const query = (...gold: string[]) => ({ text: "x", gold: new Set(gold) });
  const queries = [query("a", "x"), query("a"), query("y", "x"), query()];
  expect(findUnknownGold(queries, ["a", "b"])).toEqual({ ids: 2, queries: 2, example: "x" });
  expect(findUnknownGold([query("a")], ["a", "b"])).toEqual({ ids: 0, queries: 0 });
});
