import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { DEMO_CONFIG, temporaryFolder } from "../support/servers.ts";

const SHAPES = ["neutral", "anthropic", "openai-chat", "openai-responses", "ai-sdk", "ai-sdk-ui"].map(
  (name) => fileURLToPath(new URL(`../../../core/test/adapters/transcripts/${name}.json`, import.meta.url)),
);

const MANIFEST = JSON.stringify({
  version: "0.8.53",
  provides: {
    tools: [
      "exec_shell_wait",
      { name: "checklist_write", aliases: ["write_list"] },
      { name: "github/create_issue", domain: "planning" },
      { name: "open_issue", canonicalName: "github/create_issue" },
    ],
  },
  lifecycle: [
    {
      name: "exec_wait",
      replacement: "exec_shell_wait",
      state: "hidden-compatibility",
      replay_supported: "Yes",
    },
    {
      name: "todo_write",
      replacement: "checklist_write",
      state: "deprecated",
      note: "use checklist_write instead",
    },
    {
      name: "todo_clear",
      replacement: "checklist_write",
      state: "removed",
      planned_removal_version: "0.8.0",
      replay_supported: "No",
    },
  ],
});

const ISSUE = {
  name: "create_issue",
  server: "github",
  description: "Open an issue in a repository.",
  inputSchema: {
    type: "object",
    properties: { repo: { type: "string" }, title: { type: "string" }, labels: { type: "array" } },
    required: ["repo", "title", "labels"],
  },
};
const TOOLS = [
  ISSUE,
  { name: "exec_shell_wait", description: "Wait for a command.", inputSchema: { type: "object" } },
  { name: "checklist_write", description: "Write the checklist.", inputSchema: { type: "object" } },
];

/** A folder with a manifest, a catalog file, and these files beside them. */
function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const all = {
    "m.json": MANIFEST,
    "tools.jsonl": TOOLS.map((tool) => JSON.stringify(tool)).join("\n"),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content);
  return folder;
}

const asks = (...names: string[]) => ({
  role: "assistant",
  content: names.map((name, at) => ({ type: "tool_use", id: `${name}-${at}`, name, input: {} })),
});

describe.concurrent("plimsoll replay", () => {
  it("says of every call where it goes today, and that nothing breaks", async () => {
    const folder = folderOf({ "t.json": JSON.stringify([asks("exec_wait", "write_list", "create_issue")]) });
    const { code, stdout, stderr } = await runCli(["replay", "t.json", "--manifest", "m.json"], {
      cwd: folder,
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "plimsoll: A manifest has no schemas, so arguments were not checked. Add --catalog.\n",
    });
    expect(stdout).toBe(
      [
        "t.json (anthropic, 3 calls)",
        "  ok       entry 0  exec_wait     dispatches exec_shell_wait (retired name, hidden)",
        "  ok       entry 0  write_list    dispatches checklist_write (alias name)",
        "  ok       entry 0  create_issue  dispatches github/create_issue (suffix name)",
        "",
        "Replay holds: 3 ok (3 calls in 1 transcript, 3 tools).",
        "",
      ].join("\n"),
    );
  });

  it("ends with 1 where a name would be refused, and says why", async () => {
    const folder = folderOf({
      "t.json": JSON.stringify([asks("todo_clear", "checklist_writer", "todo_write")]),
    });
    const { code, stdout } = await runCli(["replay", "t.json", "--manifest", "m.json"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        "t.json (anthropic, 3 calls)",
        "  error    entry 0  todo_clear        was removed. Use checklist_write instead.",
        "  error    entry 0  checklist_writer  is no tool. Nearest: checklist_write.",
        "  ok       entry 0  todo_write        dispatches checklist_write (retired name, deprecated), notice: use checklist_write instead",
        "",
        "Replay breaks: 2 errors, 1 ok (3 calls in 1 transcript, 3 tools).",
        "",
      ].join("\n"),
    );
  });

  it("reads every shape against tools of a file, and warns of arguments that no longer fit", async () => {
    const args = ["replay", ...SHAPES, "--catalog", "tools.jsonl", "--manifest", "m.json"];
    const { code, stdout, stderr } = await runCli(args, { cwd: folderOf() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("todo_write in tool_call  dispatches checklist_write");
    expect(stdout.match(/warning .*its arguments do not fit today's schema: .*labels/g)).toHaveLength(6);
    expect(stdout).toContain("Replay holds: 6 warnings, 12 ok (18 calls in 6 transcripts, 3 tools).");
    expect(stdout).toContain("1 server_tool_use");
  });

  it("answers as one object", async () => {
    const folder = folderOf({ "t.json": JSON.stringify([asks("exec_wait", "gone")]) });
    const { code, stdout } = await runCli(["replay", "t.json", "--manifest", "m.json", "--json"], {
      cwd: folder,
    });
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      transcripts: [
        {
          file: "t.json",
          shape: "anthropic",
          calls: [
            {
              entry: 0,
              callId: "exec_wait-0",
              name: "exec_wait",
              level: "ok",
              verdict: {
                type: "dispatches",
                tool: "exec_shell_wait",
                by: "retired",
                retired: "hidden",
                issues: [],
              },
            },
            {
              entry: 0,
              callId: "gone-1",
              name: "gone",
              level: "error",
              verdict: { type: "unknown", nearest: [] },
            },
          ],
          counts: { ok: 1, warning: 0, error: 1 },
          skipped: {},
        },
      ],
      unreadable: [],
      counts: { transcripts: 1, calls: 2, ok: 1, warning: 0, error: 1 },
      tools: 3,
      argumentsChecked: false,
    });
  });

  it("says what of a file cannot be read, and walks the others", async () => {
    const folder = folderOf({
      "cut.json": '[\n  { "role"',
      "fine.json": JSON.stringify([asks("todo_write")]),
    });
    const args = ["replay", "cut.json", "none.json", "fine.json", "--manifest", "m.json"];
    const { code, stdout, stderr } = await runCli(args, { cwd: folder });
    expect(code).toBe(2);
    expect(stdout).toContain("Replay holds: 1 ok (1 call in 1 transcript, 3 tools).");
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      "plimsoll: cut.json:2: It is not JSON: colon expected.",
      "plimsoll: none.json: There is no such file.",
    ]);
  });

  it.each([
    [[], "missing required argument 'transcript'"],
    [["t.json", "--manifest", "none.json"], "none.json: There is no such file."],
    [["t.json"], "There is no plimsoll.json and no .mcp.json"],
  ])("refuses %j with exit code 2", async (args, says) => {
    const { code, stdout, stderr } = await runCli(["replay", ...args], { cwd: folderOf() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });

  it("walks against the configured servers, and takes no name for gone that a dead server may have", async () => {
    const folder = folderOf({
      "t.json": JSON.stringify([asks("mcp__memory__read_graph")]),
      "dead.json": JSON.stringify({ mcpServers: { memory: { command: "no-such-command" } } }),
    });
    const served = await runCli(["replay", "t.json", "--config", DEMO_CONFIG], { cwd: folder });
    expect(served.stdout).toContain("dispatches memory/read_graph (wire name)");
    expect(served.code).toBe(0);
    const dead = await runCli(["replay", "t.json", "--config", "dead.json"], { cwd: folder });
    expect(dead.code).toBe(2);
    expect(dead.stderr).toContain("Not every server could be looked at");
  });
});
