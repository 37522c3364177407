import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { toLines, write } from "../catalog-file/files.ts";
import { runCli } from "../support/cli.ts";
import { BIN_FOLDER, DEMO_CONFIG, temporaryFolder } from "../support/servers.ts";

const DEMO = ["--config", DEMO_CONFIG];

describe.concurrent("plimsoll find", () => {
  it("prints what a model would be offered: signature, summary, risk and domain", async () => {
    const { code, stdout, stderr } = await runCli([
      "find",
      ...DEMO,
      "--limit",
      "2",
      "read",
      "a",
      "text",
      "file",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "files__read_text_file(path: string, tail?: number, head?: number)",
        "  Read the complete contents of a file from the file system as text. [read, files]",
        "files__read_file(path: string, tail?: number, head?: number)",
        "  Read the complete contents of a file as text. [read, files]",
        "",
      ].join("\n"),
    );
  });

  it("answers programs with one line of JSON", async () => {
    const { code, stdout } = await runCli(["find", ...DEMO, "--json", "--limit", "1", "echo"]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      query: "echo",
      matches: [
        {
          name: "everything/echo",
          wireName: "everything__echo",
          source: "everything",
          score: expect.any(Number),
          summary: "Echoes back the input string",
          signature: "everything__echo(message: string)",
          risk: "read",
          domain: "everything",
        },
      ],
      suggestions: [],
      nearestDomains: [],
    });
  });

  it("explains a match on request", async () => {
    const text = await runCli(["find", ...DEMO, "--explain", "--limit", "1", "echo"]);
    expect(text.stdout).toMatch(
      /\n {2}[\d.]+ = exact [\d.]+ \+ lexical "echo" [\d.]+(?: \+ semantic [\d.]+)?\n/,
    );
    const json = await runCli(["find", ...DEMO, "--explain", "--json", "--limit", "1", "echo"]);
    expect(JSON.parse(json.stdout).matches[0].explanation).toContainEqual({
      lane: "exact",
      score: expect.any(Number),
    });
  });

  it("says that nothing matches, with exit code 1", async () => {
    const text = await runCli(["find", ...DEMO, "zzzz"]);
    expect(text).toMatchObject({
      code: 1,
      stdout: 'No tool matches "zzzz". Tools exist in: everything, files, memory. Try other words.\n',
    });
    const json = await runCli(["find", ...DEMO, "--json", "zzzz"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      query: "zzzz",
      matches: [],
      suggestions: [],
      nearestDomains: ["everything", "files", "memory"],
    });
  });

  it("searches one domain on request", async () => {
    const { stdout } = await runCli(["find", ...DEMO, "--json", "--domain", "memory", "read"]);
    const { matches } = JSON.parse(stdout);
    expect(matches.length).toBeGreaterThan(0);
    expect(new Set(matches.map(({ domain }: { domain: string }) => domain))).toEqual(new Set(["memory"]));
  });

  it("reports servers that failed beside the result, and judges by the result", async () => {
    const folder = temporaryFolder();
    const config = {
      mcpServers: {
        good: { command: join(BIN_FOLDER, "mcp-server-everything"), args: ["stdio"] },
        dead: { command: "no-such-command" },
        web: { url: "https://example.com/mcp", disabled: true },
      },
    };
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify(config));
    const { code, stdout, stderr } = await runCli(["find", "--json", "echo"], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).matches[0].name).toBe("good/echo");
    expect(stderr).toBe(
      [
        "web was set aside: it is disabled.",
        'The server "dead" is not available: the command "no-such-command" was not found. Check "command" and PATH.',
        "",
      ].join("\n"),
    );
  });
});

describe.concurrent("plimsoll find --catalog", () => {
  const ROWS = [
    { id: "gh-1", name: "create_issue", server: "github", description: "Opens an issue.", inputSchema: null },
    { id: "gh-2", name: "list_issues", server: "github", description: "Lists issues." },
    { name: "remember", description: "Keeps a note." },
  ];

  it("searches files of tools, and starts no server of a config that is there", async () => {
    const folder = temporaryFolder();
    write("plimsoll.json", '{ "mcpServers": { "dead": { "command": "no-such-command" } } }', folder);
    write("my.jsonl", toLines(ROWS), folder);
    const answer = await runCli(["find", "open", "an", "issue", "--limit", "1", "--catalog", "my.jsonl"], {
      cwd: folder,
    });
    expect(answer).toEqual({
      code: 0,
      stdout: "github__create_issue()\n  Opens an issue. [write, github]\n",
      stderr: "",
    });
  });

  it("gives programs the row's own id, where it has one", async () => {
    const files = [
      write("my.jsonl", toLines(ROWS.slice(0, 2))),
      write("own.json", JSON.stringify([ROWS[2]])),
    ];
    const { code, stdout } = await runCli(["find", "list_issues remember", "--json", "--catalog", ...files]);
    const { matches } = JSON.parse(stdout);
    expect({ code, ids: matches.map(({ name, id }: { name: string; id?: string }) => [name, id]) }).toEqual({
      code: 0,
      ids: expect.arrayContaining([
        ["github/list_issues", "gh-2"],
        ["remember", undefined],
      ]),
    });
  });

  it("says beside the result what was set aside: the first five of each kind, and how many more", async () => {
    const folder = temporaryFolder();
    const bad = Array.from({ length: 7 }, () => 1);
    const malformed = Array.from({ length: 6 }, (_, at) => ({ name: `bad_${at}`, description: 1 }));
    write("my.jsonl", toLines([...ROWS, ...bad, ...malformed]), folder);
    write("manifest.json", '{ "version": "1.0.0", "provides": { "tools": ["x"] } }', folder);
    const files = ["my.jsonl", "manifest.json"];
    const { code, stdout, stderr } = await runCli(["find", "--json", "zzzz", "--catalog", ...files], {
      cwd: folder,
    });
    expect({ code, matches: JSON.parse(stdout).matches }).toEqual({ code: 1, matches: [] });
    const tools = [0, 1, 2, 3, 4].map(
      (at) => `my: the tool "bad_${at}" was set aside: its description is not a text.`,
    );
    expect(stderr.trimEnd().split("\n")).toEqual([
      "manifest.json is a manifest: it names tools without describing them, and is no catalog.",
      ...[4, 5, 6, 7, 8].map((line) => `my.jsonl:${line} was set aside: it is not an object.`),
      "… and 2 more rows.",
      ...tools,
      "… and 1 more tool.",
    ]);
  });

  it("refuses a file that cannot be read, and a config beside files, with exit code 2", async () => {
    const folder = temporaryFolder();
    const good = write("my.jsonl", toLines(ROWS), folder);
    const missing = join(folder, "none.jsonl");
    expect(await runCli(["find", "x", "--catalog", good, missing])).toEqual({
      code: 2,
      stdout: "",
      stderr: `plimsoll: ${missing}: There is no such file. Name an existing one.\n`,
    });
    expect(await runCli(["find", "x", "--catalog", good, "--config", DEMO_CONFIG])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: option '--catalog <file...>' cannot be used with option '--config <file>'\n",
    });
  });
});

describe("plimsoll find --embedder", () => {
  // A cache of this test's own, for the commands it runs.
  beforeAll(() => void vi.stubEnv("PLIMSOLL_CACHE", temporaryFolder()));
  afterAll(() => void vi.unstubAllEnvs());

  const rows = Array.from({ length: 30 }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does thing ${at}.`,
  }));
  const tools = write("tools.jsonl", toLines(rows));
  const find = ["find", "tool_7", "--limit", "1", "--json", "--embedder", "minilm", "--catalog", tools];

  it("answers before the model has read the tools, and says of how many", { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await runCli(find);
    expect({ code, name: JSON.parse(stdout).matches[0].name }).toEqual({ code: 0, name: "tool_7" });
    expect(stderr).toMatch(
      /^The vectors of \d+ tools are still missing: of them, only words were compared\.\n$/,
    );
  });

  it("has every vector that an evaluation has left in the cache", { timeout: 120_000 }, async () => {
    const queries = write("queries.jsonl", toLines([{ query: "tool_7", gold: ["tool_7"] }]));
    const evaluate = ["eval", "--tools", tools, "--queries", queries, "--embedder", "minilm"];
    expect(await runCli(evaluate)).toMatchObject({ code: 0, stderr: "" });
    expect(await runCli(find)).toMatchObject({ code: 0, stderr: "" });
  });

  it("refuses an embedder that it does not know", async () => {
    expect(await runCli(["find", "x", "--embedder", "bert"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: option '--embedder <name>' argument 'bert' is invalid. Allowed choices are none, static, minilm.\n",
    });
  });
});
