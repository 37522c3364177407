import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { StatsReport } from "../../src/stats/stats-report.ts";
import { toLines, write } from "../catalog-file/files.ts";
import { CLI, cliEnvironment, runCli } from "../support/cli.ts";
import { DEMO_CONFIG, temporaryFolder } from "../support/servers.ts";

const ROWS = [
  {
    name: "create_issue",
    server: "github",
    description: "Opens an issue in a repository.",
    inputSchema: { type: "object", properties: { repo: { type: "string" }, title: { type: "string" } } },
  },
  { name: "list_issues", server: "github", description: "Lists issues." },
  { name: "merge", server: "github", description: "Merges a request." },
  { name: "clear\u001b[2J", server: "web", description: "Hides\u001b[2J." },
];
const OWN = { tools: [{ name: "remember", description: "Keeps a note.", inputSchema: { type: "object" } }] };
const MANIFEST = `{
  "version": "2.0.0",
  "provides": { "tools": ["github/merge"] },
  "lifecycle": [
    { "name": "github/merge", "state": "active" },
    { "name": "note", "state": "deprecated", "replacement": "own/remember" }
  ]
}
`;

function smallCatalog(): { readonly cwd: string; readonly args: readonly string[] } {
  const cwd = temporaryFolder();
  write("tools.jsonl", toLines(ROWS), cwd);
  write("own.json", JSON.stringify(OWN), cwd);
  write("manifest.json", MANIFEST, cwd);
  // A server that cannot start: files are read without any.
  write("plimsoll.json", '{ "mcpServers": { "dead": { "command": "no-such-command" } } }', cwd);
  return { cwd, args: ["stats", "--manifest", "manifest.json", "--catalog", "tools.jsonl", "own.json"] };
}

const NONE = { active: 0, deferred: 0 };
const REPORT: StatsReport = {
  model: "claude-sonnet-5",
  isKnownModel: true,
  contextWindow: 1_000_000,
  counter: "estimate",
  strategy: "bridge",
  total: {
    sources: 3,
    tokens: 106,
    share: 0.000106,
    tools: 4,
    inHead: 1,
    deferred: 3,
    states: { active: 1, deferred: 0 },
    retired: 1,
    setAside: 1,
  },
  sources: [
    {
      id: "github",
      kind: "mcp",
      tokens: 85,
      share: 0.000085,
      tools: 3,
      inHead: 1,
      deferred: 2,
      states: { active: 1, deferred: 0 },
      retired: 0,
      setAside: 0,
    },
    {
      id: "own",
      kind: "mcp",
      tokens: 21,
      share: 0.000021,
      tools: 1,
      inHead: 0,
      deferred: 1,
      states: NONE,
      retired: 1,
      setAside: 0,
    },
    {
      id: "web",
      kind: "mcp",
      tokens: 0,
      share: 0,
      tools: 0,
      inHead: 0,
      deferred: 0,
      states: NONE,
      retired: 0,
      setAside: 1,
    },
  ],
  tools: [
    { name: "github/create_issue", source: "github", exposure: "deferred", tokens: 42, share: 0.000042 },
    { name: "github/list_issues", source: "github", exposure: "deferred", tokens: 22, share: 0.000022 },
    {
      name: "github/merge",
      source: "github",
      exposure: "head",
      state: "active",
      tokens: 21,
      share: 0.000021,
    },
    {
      name: "own/remember",
      source: "own",
      exposure: "deferred",
      tokens: 21,
      share: 0.000021,
      retiredNames: ["note"],
    },
  ],
  strategies: [
    {
      strategy: "all",
      tools: 4,
      arrayTokens: 106,
      promptTokens: 0,
      tokens: 106,
      share: 0.000106,
      savedTokens: 0,
      savedShare: 0,
    },
    {
      strategy: "bridge",
      tools: 4,
      arrayTokens: 287,
      promptTokens: 97,
      tokens: 384,
      share: 0.000384,
      savedTokens: -278,
      savedShare: -2.622642,
    },
    {
      strategy: "append",
      tools: 7,
      arrayTokens: 444,
      promptTokens: 95,
      tokens: 539,
      share: 0.000539,
      savedTokens: -433,
      savedShare: -4.084906,
    },
  ],
  rendered: {
    everyTool: { definitions: 106, overhead: 354 },
    firstStep: { definitions: 287, overhead: 354 },
  },
  retired: [{ name: "note", state: "deprecated", replacement: "own/remember" }],
  setAside: [{ source: "web", tool: "clear\u001b[2J", reason: "its name hides the character U+001B" }],
};

describe.concurrent("plimsoll stats --catalog", () => {
  it("says where the context goes, and what strategies save", async () => {
    const { cwd, args } = smallCatalog();
    const { code, stdout, stderr } = await runCli(args, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "claude-sonnet-5 has a window of 1,000,000 tokens. Tokens are an estimate; --exact counts.",
        "4 tools of 3 sources take 106 tokens, 0.01 % of the window: 1 in the head, 3 deferred (lifecycle: 1 active, 0 deferred).",
        "",
        "  source  tools  in head  tokens   window",
        "  github      3        1      85  <0.01 %  ####################################",
        "  own         1        0      21  <0.01 %  #########",
        "  web         0        0       0   0.00 %",
        "",
        "Every tool, the heaviest first:",
        "  tokens   window                tool",
        "      42  <0.01 %  deferred      github/create_issue",
        "      22  <0.01 %  deferred      github/list_issues",
        "      21  <0.01 %  head, active  github/merge",
        "      21  <0.01 %  deferred      own/remember",
        "",
        "The first step's array and prompt section, and what is saved against every tool in the array:",
        "  strategy  tools  array  prompt  tokens  window  saved",
        "  all           4    106       0     106  0.01 %      0     0.00 %",
        "  bridge        4    287      97     384  0.04 %   -278  -262.26 %  chosen",
        "  append        7    444      95     539  0.05 %   -433  -408.49 %",
        "As its provider renders them: every tool 106 and 354 of instructions, the first step's array 287 and 354 of instructions.",
        "",
        "1 retired name, taking no room:",
        "  note (deprecated) → own/remember",
        "",
        "1 tool set aside:",
        '  web: "clear\\u001b[2J", its name hides the character U+001B.',
        "",
      ].join("\n"),
    );
  });

  it("gives programs the same as one line of JSON", async () => {
    const { cwd, args } = smallCatalog();
    const { code, stdout, stderr } = await runCli([...args, "--json"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual(REPORT);
  });

  it("has no number in its text that the JSON has not, in any order", async () => {
    const cwd = temporaryFolder();
    const rows = Array.from({ length: 60 }, (_, at) => ({
      name: `tool_${at}`,
      server: `server-${at % 7}`,
      description: "word ".repeat((at * 37) % 101),
    }));
    write("tools.jsonl", toLines(rows), cwd);
    const args = ["stats", "--catalog", "tools.jsonl", "--sort", "tools", "--model", "gpt-4o"];
    const text = (await runCli(args, { cwd })).stdout.replaceAll(",", "");
    const report: StatsReport = JSON.parse((await runCli([...args, "--json"], { cwd })).stdout);
    const shown = [...text.matchAll(/^ {2}(server-\d) +(\d+) +\d+ +(\d+)/gm)].map((match) => match.slice(1));
    expect(shown).toEqual(report.sources.map(({ id, tools, tokens }) => [id, `${tools}`, `${tokens}`]));
    const heaviest = [...text.matchAll(/^ +(\d+) .* deferred +(\S+)$/gm)].map((match) => match.slice(1));
    expect(heaviest).toEqual(report.tools.slice(0, 10).map(({ name, tokens }) => [`${tokens}`, name]));
    const totals = [...text.matchAll(/^ {2}(all|bridge|append) +(\d+) +(\d+) +(\d+) +(\d+) .*% +(-?\d+)/gm)];
    expect(totals.map(([, strategy, ...numbers]) => [strategy, ...numbers.map(Number)])).toEqual(
      report.strategies.map((row) => {
        if ("refused" in row) throw new Error(row.refused);
        return [row.strategy, row.tools, row.arrayTokens, row.promptTokens, row.tokens, row.savedTokens];
      }),
    );
  });

  it("says that a catalog is empty, which is fine", async () => {
    const file = write("none.json", '{ "tools": [] }');
    expect(await runCli(["stats", "--catalog", file])).toEqual({
      code: 0,
      stdout: "The catalog is empty: no source offers a tool that can be used, so nothing takes room.\n",
      stderr: "",
    });
    const { code, stdout } = await runCli(["stats", "--json", "--catalog", file]);
    expect({ code, total: JSON.parse(stdout).total }).toMatchObject({
      code: 0,
      total: { tools: 0, tokens: 0 },
    });
  });

  it("says beside the result which rows and files are no tools", async () => {
    const { cwd } = smallCatalog();
    write("rows.jsonl", toLines([...ROWS, ...Array.from({ length: 6 }, () => 1)]), cwd);
    const { code, stderr } = await runCli(["stats", "--catalog", "rows.jsonl", "own.json", "manifest.json"], {
      cwd,
    });
    expect({ code, notes: stderr.trimEnd().split("\n") }).toEqual({
      code: 0,
      notes: [
        "manifest.json is a manifest: it names tools without describing them, and is no catalog.",
        ...[5, 6, 7, 8, 9].map((line) => `rows.jsonl:${line} was set aside: it is not an object.`),
        "… and 1 more row.",
      ],
    });
  });

  it("says which model is not known, and which strategy one refuses", async () => {
    const { cwd, args } = smallCatalog();
    const guess = await runCli([...args, "--model", "my\u001b[2Jmodel"], { cwd });
    expect(guess.stdout).toContain(
      "my[2Jmodel has a window of 128,000 tokens, which is a guess: the model is not known.",
    );
    const { stdout } = await runCli([...args, "--model", "claude-opus-5-5"], { cwd });
    expect(stdout).toMatch(/^ {2}append +-( +-){6}\n {2}The model "claude-opus-5-5" cannot follow/m);
  });
});

describe.concurrent("plimsoll stats", () => {
  it("takes stock of the configured servers, a manifest laid over them", async () => {
    const manifest = write("m.json", MANIFEST.replaceAll("github/merge", "everything/echo"));
    const args = ["stats", "--json", "--config", DEMO_CONFIG, "--manifest", manifest];
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { sources, tools, total }: StatsReport = JSON.parse(stdout);
    expect(sources.map(({ id }) => id).sort()).toEqual(["everything", "files", "memory"]);
    expect(tools.filter(({ exposure }) => exposure === "head")).toMatchObject([
      { name: "everything/echo", state: "active" },
    ]);
    expect(total).toMatchObject({ inHead: 1, retired: 1 });
  });

  it("counts exactly on request, and says so", async () => {
    const { cwd, args } = smallCatalog();
    const { code, stdout } = await runCli([...args, "--exact"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("Tokens are counted by o200k.");
  });

  it("says what to install where the tokenizer is missing, with exit code 2", () => {
    const { cwd, args } = smallCatalog();
    const hook = `export const resolve = (name, context, next) => {
      if (name.startsWith("gpt-tokenizer")) throw new Error("not installed");
      return next(name, context);
    };`;
    const hooks = JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`);
    const preload = `import { register } from "node:module"; register(${hooks});`;
    const preloaded = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    const answer = spawnSync(CLI.command, [...preloaded, ...CLI.args, ...args, "--exact"], {
      cwd,
      env: cliEnvironment(),
      encoding: "utf8",
    });
    expect({ code: answer.status, stdout: answer.stdout, stderr: answer.stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "plimsoll: Exact counting needs the package gpt-tokenizer, which is not installed. Run: npm install gpt-tokenizer\n",
    });
  });

  it.each([
    [["--catalog", "none.jsonl"], "none.jsonl: There is no such file."],
    [["--manifest", "none.json", "--catalog", "x"], "none.json: There is no such file."],
    [["--manifest", "circle.json", "--catalog", "x"], "its replacements go round in a circle"],
    [["--catalog", "x", "--config", "y"], "cannot be used with option"],
    [["--sort", "weight"], "Allowed choices are tokens, name, tools."],
    [["extra"], "too many arguments"],
    [[], "There is no plimsoll.json and no .mcp.json"],
  ])("refuses %j with exit code 2", async (args, says) => {
    const cwd = temporaryFolder();
    const rows = ["a", "b"].map((name, at) => ({ name, state: "hidden", replacement: at === 0 ? "b" : "a" }));
    const circle = { version: "1.0.0", provides: { tools: [] }, lifecycle: rows };
    write("circle.json", JSON.stringify(circle), cwd);
    const { code, stdout, stderr } = await runCli(["stats", ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });
});
