import { existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { toLines, write } from "../catalog-file/files.ts";
import { runCli } from "../support/cli.ts";
import { DATA } from "../support/datasets.ts";
import { temporaryFolder } from "../support/servers.ts";

const TOOLS = [
  { id: "t-mail", name: "send_mail", server: "office", description: "Delivers a letter." },
  { id: "t-image", name: "resize_image", server: "office", description: "Scales a picture." },
  { name: "remember_note", description: "Keeps a thought." },
];
// Each names a tool exactly, so that its rank is certain whatever else search weighs.
const QUERIES = [
  { query: "send_mail", gold: ["t-mail"] },
  { query: "resize_image letter", gold: ["t-mail"] },
  { query: "remember_note", gold: ["remember_note", "t-gone"] },
  { query: "resize_image", gold: ["t-mail"] },
];
// Ranks 1, 2, 1 and none: mrr (100 + 50 + 100 + 0) / 4; ndcg (100 + 63.09 + 61.31 + 0) / 4.
const SCORES = {
  "hit@1": 50,
  "hit@3": 75,
  "hit@5": 75,
  "recall@5": 62.5,
  "recall@10": 62.5,
  mrr: 62.5,
  "ndcg@10": 56.1,
};
const COSTS = {
  p50ms: expect.any(Number),
  p95ms: expect.any(Number),
  buildMs: expect.any(Number),
  heapMB: expect.any(Number),
};

/** The arguments of a run over these rows, in files of its own. */
function argsOf(queries: readonly unknown[], tools: readonly unknown[] = TOOLS): string[] {
  const folder = join(temporaryFolder(), "my-set");
  return [
    "eval",
    ...["--tools", write("tools.jsonl", toLines(tools), folder)],
    ...["--queries", write("queries.jsonl", toLines(queries), folder)],
    ...["--embedder", "none"],
  ];
}

describe.concurrent("plimsoll eval", () => {
  it("answers programs with one object on one line", async () => {
    const { code, stdout, stderr } = await runCli([...argsOf(QUERIES), "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      set: "my-set",
      embedder: "none",
      tools: 3,
      extra: 0,
      queries: 4,
      ...SCORES,
      ...COSTS,
      unknownGold: 1,
      badRows: 0,
    });
    for (const cost of Object.keys(COSTS)) expect(JSON.parse(stdout)[cost]).toBeGreaterThan(0);
  });

  it("prints a table for people, and says what was measured", async () => {
    const { code, stdout, stderr } = await runCli(argsOf(QUERIES));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/^ +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$/m, "<costs>")).toBe(
      [
        "my-set: 4 queries for 3 tools, embedder none.",
        "",
        "  hit@1  hit@3  hit@5  recall@5  recall@10   mrr  ndcg@10",
        "   50.0   75.0   75.0      62.5       62.5  62.5     56.1",
        "",
        "  p50 ms  p95 ms  build ms  heap MB",
        "<costs>",
        "",
        "Quality in percent, the mean over queries with gold, mrr within 100 ranks.",
        "Time of a query for ten matches, warm; build: indexing alone; heap: what the index holds.",
        'No tool has "t-gone" in the gold of 1 query: such a query counts as not fully answered.',
        "",
      ].join("\n"),
    );
  });

  it("counts the queries without gold that got no match, apart from the others", async () => {
    const empty = [
      { query: "zzzz", gold: [] },
      { query: "qqqq", gold: [] },
      { query: "send_mail", gold: [] },
      { query: "xxxx", gold: [] },
    ];
    const args = argsOf([...QUERIES, ...empty]);
    const json = JSON.parse((await runCli([...args, "--json"])).stdout);
    expect(json).toMatchObject({ queries: 8, ...SCORES, "no-match": 75 });
    const { stdout } = await runCli(args);
    expect(stdout).toContain("ndcg@10  no-match\n");
    expect(stdout).toContain("   56.1      75.0\n");
  });

  it("has no quality to tell where no query has gold", async () => {
    const { stdout } = await runCli([...argsOf([{ query: "zzzz", gold: [] }]), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ queries: 1, "hit@1": null, mrr: null, "no-match": 100 });
  });

  it("reads packed files, and only the first queries where that is asked for", async () => {
    const folder = join(temporaryFolder(), "packed");
    const { code, stdout } = await runCli([
      "eval",
      ...["--tools", write("tools.jsonl.gz", gzipSync(toLines(TOOLS)), folder)],
      ...["--queries", write("queries.jsonl.gz", gzipSync(toLines(QUERIES)), folder)],
      ...["--limit", "2", "--embedder", "none", "--json"],
    ]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      set: "packed",
      queries: 2,
      "hit@1": 50,
      mrr: 75,
      unknownGold: 0,
    });
  });

  it("goes on past bad rows, and says where they are", async () => {
    const folder = temporaryFolder();
    const tools = write("tools.jsonl", toLines([...TOOLS, 1, { ...TOOLS[0], id: "t-again" }]), folder);
    const queries = write("queries.jsonl", `{\n${toLines(QUERIES)}{"query":"x"}\n`, folder);
    const { code, stdout, stderr } = await runCli([
      "eval",
      "--tools",
      tools,
      "--queries",
      queries,
      "--embedder",
      "none",
      "--json",
    ]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      tools: 3,
      queries: 4,
      ...SCORES,
      badRows: 2,
    });
    expect(stderr.trimEnd().split("\n")).toEqual([
      `${tools}:4 was set aside: it is not an object.`,
      'office: the tool "send_mail" was set aside: its source lists another tool of that name.',
      `${queries}:1 was set aside: it is not JSON.`,
      `${queries}:6 was set aside: its gold is not a list of tool ids.`,
    ]);
  });

  it("puts distractors in the way, and never takes one for what is looked for", async () => {
    const extra = write(
      "extra.jsonl",
      toLines([
        { id: "t-mail", name: "send_letter", server: "office", description: "Delivers a letter." },
        { id: "t-x", name: "resize_image", server: "office", description: "The same name again." },
      ]),
    );
    const queries = [{ query: "send_letter", gold: ["t-mail"] }];
    const bare = JSON.parse((await runCli([...argsOf(queries), "--json"])).stdout);
    expect(bare).toMatchObject({ tools: 3, extra: 0, "hit@1": 100 });
    const { stdout, stderr } = await runCli([...argsOf(queries), "--extra", extra, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ tools: 3, extra: 1, "hit@1": 0, "hit@3": 100, mrr: 50 });
    expect(stderr).toBe("1 distractor was set aside: it has the name of a tool of --tools.\n");
  });

  describe.concurrent("refuses with exit code 2", () => {
    const folder = temporaryFolder();
    const tools = write("tools.jsonl", toLines(TOOLS), folder);
    const queries = write("queries.jsonl", toLines(QUERIES), folder);
    const spoilt = write("spoilt.jsonl", toLines([{ query: "x" }]), folder);
    const useless = write("useless.jsonl", toLines([{ name: "x", description: 1 }]), folder);
    const missing = join(folder, "none.jsonl");

    it.each([
      [
        "a file of queries that is missing",
        ["--tools", tools, "--queries", missing],
        "There is no such file.",
      ],
      [
        "a file of tools that is missing",
        ["--tools", missing, "--queries", queries],
        "There is no such file.",
      ],
      ["a file without a query", ["--tools", tools, "--queries", spoilt], `${spoilt}: It has no query. Name`],
      [
        "a file without a tool",
        ["--tools", useless, "--queries", queries],
        `${useless}: There is no tool in it.`,
      ],
      ["no tools", ["--queries", queries], "error: required option '--tools <file...>' not specified"],
      ["no queries", ["--tools", tools], "error: required option '--queries <file>' not specified"],
      [
        "an embedder it does not know",
        ["--tools", tools, "--queries", queries, "--embedder", "bert"],
        "argument 'bert' is invalid. Allowed choices are none, static, minilm.",
      ],
    ])("%s", async (_, args, says) => {
      const { code, stdout, stderr } = await runCli(["eval", "--embedder", "none", ...args]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(says);
    });
  });

  it("explains its measures on request", async () => {
    const { code, stdout } = await runCli(["eval", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("ndcg@10 is binary");
  });
});

describe("plimsoll eval over labelled data", () => {
  const folder = join(DATA, "go-ent");
  it("runs a whole set", async (context) => {
    if (!existsSync(folder)) context.skip(`there is no labelled set below ${DATA}: PLIMSOLL_DATA names none`);
    const files = ["--tools", join(folder, "tools.jsonl"), "--queries", join(folder, "queries.jsonl")];
    const { code, stdout, stderr } = await runCli(["eval", ...files, "--embedder", "none", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ set: "go-ent", tools: 30, queries: 25, "hit@3": 100 });
  });
});
