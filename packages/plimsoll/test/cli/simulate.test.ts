import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { toLines, write } from "../catalog-file/files.ts";
import { runCli } from "../support/cli.ts";
import { DEMO_CONFIG, temporaryFolder } from "../support/servers.ts";

const SHAPES = ["neutral", "anthropic", "openai-chat", "openai-responses", "ai-sdk", "ai-sdk-ui"].map(
  (name) => fileURLToPath(new URL(`../../../core/test/adapters/transcripts/${name}.json`, import.meta.url)),
);

const TOOLS = [
  {
    name: "create_issue",
    server: "github",
    description: "Open an issue in a repository.",
    inputSchema: { type: "object", properties: { repo: { type: "string" }, title: { type: "string" } } },
  },
  { name: "list_events", server: "calendar", description: "List events.", inputSchema: { type: "object" } },
];
const asks = (name: string, input: unknown) => ({
  role: "assistant",
  content: [{ type: "tool_use", id: name, name, input }],
});
const answers = (name: string, content: string) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: name, content }],
});
const MESSAGES = [
  { role: "user", content: "Report the leak" },
  asks("github__create_issue", { repo: "acme/hull", title: "Leak" }),
  answers("github__create_issue", "issue 7"),
  { role: "assistant", content: "Done." },
];
const PRICES = [
  {
    pattern: "hull-*",
    input: 1,
    cachedInput: 0.1,
    output: 4,
    date: "2026-11-16",
    source: "made up for a test",
  },
];

/** A folder with a transcript, a catalog, prices, and these files beside them. */
function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const all = {
    "t.json": JSON.stringify({ model: "claude-opus-4-8", system: "Be brief.", messages: MESSAGES }),
    "tools.jsonl": toLines(TOOLS),
    "prices.json": JSON.stringify(PRICES),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) write(name, content, folder);
  return folder;
}

describe.concurrent("plimsoll simulate", () => {
  it("says what a recording would have cost with its own model, in signs that every log can show", async () => {
    const { code, stdout, stderr } = await runCli(["simulate", "t.json", "--catalog", "tools.jsonl"], {
      cwd: folderOf(),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "1 transcript: 2 steps, 1 call; 2 tools.",
      "claude-opus-4-8: cached by the rules of anthropic. Tokens are an estimate; --exact counts.",
    ]);
    expect(stdout).toMatch(
      /^ {2}strategy +steps +extra +input +cached +uncached +written +output +cost +of dearest$/m,
    );
    for (const name of ["all", "bridge", "native", "transcript", "append", "edit-in-place"]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} .* \\$0\\.\\d{4} +\\d+\\.\\d\\d %$`, "m"));
    }
    expect(stdout).toMatch(/^ {2}bridge {9}[_.=+*#@-]{3}$/m);
    expect(stdout).toMatch(/\nCheapest: all, \$0\.\d{4}\.\n$/);
  });

  it("answers as one line of JSON, with every step", async () => {
    const { code, stdout, stderr } = await runCli(
      "simulate t.json --catalog tools.jsonl --model hull-1 --prices prices.json --strategy all --json".split(
        " ",
      ),
      { cwd: folderOf() },
    );
    expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
    const request = (kind: string, input: number, output: number, cost: number) => ({
      transcript: 0,
      kind,
      input,
      cached: 0,
      uncached: input,
      written: 0,
      output,
      cost,
    });
    expect(JSON.parse(stdout)).toEqual({
      model: "hull-1",
      counter: "estimate",
      caching: {
        pattern: "*",
        minimumTokens: 0,
        provider: "unknown",
        order: ["tools", "system", "messages"],
        reads: "nothing",
        stepTokens: 1,
        countsWrites: false,
        checked: { date: "2026-11-16", source: "no row matches: nothing is taken to be cached" },
      },
      prices: PRICES[0],
      contextWindow: 128_000,
      tools: 2,
      transcripts: [{ file: "t.json", shape: "anthropic", steps: 2, calls: 1, metaCalls: 0, skipped: {} }],
      unreadable: [],
      unknown: [],
      strategies: [
        {
          strategy: "all",
          isFollowed: true,
          steps: 2,
          extraSteps: 0,
          input: 161,
          cached: 0,
          uncached: 161,
          written: 0,
          output: 18,
          cost: 0.000233,
          tooLong: 0,
          share: 1,
          // 71 + 16 × 4 and 90 + 2 × 4 millionths of a dollar
          requests: [request("work", 71, 16, 0.000135), request("work", 90, 2, 0.000098)],
        },
      ],
      cheapest: "all",
    });
  });

  it("reads every shape, adds transcripts up, and names what is in no catalog", async () => {
    const { code, stdout, stderr } = await runCli(
      ["simulate", ...SHAPES, "meta.json", "--model", "gpt-6.1-sol", "--catalog", "tools.jsonl", "--json"],
      { cwd: folderOf({ "meta.json": JSON.stringify([asks("tool_find", { query: "x" }), ...MESSAGES]) }) },
    );
    const { transcripts, unknown } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(transcripts).toHaveLength(SHAPES.length + 1);
    expect(transcripts.every(({ steps }: { steps: number }) => steps > 0)).toBe(true);
    expect(unknown.length).toBeGreaterThan(0);
    expect(stderr).toContain("plimsoll: Not in the catalog, so their definitions count as nothing: ");
    expect(stderr).toContain("plimsoll: 1 call of meta-tools left out: each strategy makes its own.");
  });

  it("takes the tools of the recording's own array where no others are named", async () => {
    const tools = TOOLS.map(({ server, name, description, inputSchema }) => ({
      name: `${server}__${name}`,
      description,
      input_schema: inputSchema,
    }));
    const cwd = folderOf({ "own.json": JSON.stringify({ tools, messages: MESSAGES }) });
    const { code, stdout, stderr } = await runCli(["simulate", "own.json"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("1 transcript: 2 steps, 1 call; 2 tools.\nclaude-sonnet-5: cached");
    const named = await runCli(["simulate", "own.json", "--catalog", "tools.jsonl"], { cwd });
    expect(named.stdout).toBe(stdout);
  });

  it("takes the tools of servers where the recording has none", async () => {
    const call = [{ role: "user", content: "x" }, asks("files__read_text_file", { path: "a" })];
    const cwd = folderOf({ "files.json": JSON.stringify(call) });
    const args = ["simulate", "files.json", "--config", DEMO_CONFIG, "--strategy", "bridge", "--json"];
    const { stdout } = await runCli(args, { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ unknown: [], strategies: [{ steps: 2, extraSteps: 1 }] });
  });

  it("says that there is no price, and what to do", async () => {
    const { code, stdout } = await runCli(
      ["simulate", "t.json", "--catalog", "tools.jsonl", "--model", "somebodys-model"],
      { cwd: folderOf() },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("somebodys-model: no caching rules are known, so nothing counts as cached.");
    expect(stdout).toContain("No price is known for somebodys-model: add a row with --prices.");
    expect(stdout).not.toContain("$");
  });

  it.each([
    [["none.json", "--catalog", "tools.jsonl"], "plimsoll: none.json: There is no such file."],
    [["bad.json", "--catalog", "tools.jsonl"], "plimsoll: bad.json:1: It is not JSON"],
    [["t.json", "--catalog", "none.jsonl"], "plimsoll: none.jsonl: There is no such file."],
    [["t.json", "--prices", "bad.json"], "plimsoll: bad.json:1: It is not JSON"],
    [
      ["t.json"],
      "plimsoll: The recording has no tools. Name them with --catalog, or the servers in a config.",
    ],
    [
      ["quiet.json", "--catalog", "tools.jsonl"],
      "plimsoll: No reply is recorded, so there is nothing to simulate.",
    ],
    [
      ["t.json", "--strategy", "best"],
      "Allowed choices are all, bridge, native, transcript, append, edit-in-place.",
    ],
  ])("refuses %j with exit code 2, and says what to do", async (args, says) => {
    const cwd = folderOf({ "bad.json": "[{]", "quiet.json": '[{ "role": "user", "content": "hello" }]' });
    const { code, stdout, stderr } = await runCli(["simulate", ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });

  it("simulates what it can read, and ends with 2 where something could not be", async () => {
    const cwd = folderOf({ "bad.json": "[{]" });
    const { code, stdout, stderr } = await runCli(
      ["simulate", "bad.json", "t.json", "--catalog", "tools.jsonl"],
      { cwd },
    );
    expect(code).toBe(2);
    expect(stdout).toContain("1 transcript: 2 steps");
    expect(stderr).toContain("plimsoll: bad.json:1: It is not JSON");
  });
});
