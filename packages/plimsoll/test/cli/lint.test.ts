import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { DEMO_CONFIG, temporaryFolder } from "../support/servers.ts";

function write(name: string, text: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, text);
  return { folder, file };
}

const toLines = (...tools: object[]): string => tools.map((tool) => JSON.stringify(tool)).join("\n");
const tool = (name: string, description: string) => ({
  name,
  description,
  server: "shop",
  inputSchema: { type: "object" },
});
const GOOD = tool("sync", "Copies new orders to the warehouse, and says which were copied.");

const MANIFEST = `{
  // names of 0.8
  "version": "0.8.53",
  "provides": { "tools": ["exec_shell_wait", "exec_wait"] },
  "lifecycle": [
    { "name": "exec_wait", "state": "hidden", "replacement": "exec_shell_wait" },
    { "name": "a", "state": "deprecated", "replacement": "b" },
    { "name": "b", "state": "deprecated", "replacement": "a", "lintIgnore": { "replacement-not-living": "known" } },
  ],
}
`;

describe.concurrent("plimsoll lint", () => {
  it("reports findings by source, what they come to and what to read next", async () => {
    const { folder } = write(
      "tools.jsonl",
      toLines(GOOD, tool("stop", ""), tool("list_carts", "List carts\u001b[2J.")),
    );
    const { code, stdout, stderr } = await runCli(["lint", "--catalog", "tools.jsonl"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(
      [
        "shop",
        "  error    hidden-characters    shop/list_carts  Set aside: its description hides the character U+001B.",
        "  warning  missing-description  shop/stop        It has no description.",
        "",
        "1 error, 1 warning (2 tools, 1 set aside).",
        "  plimsoll lint --explain hidden-characters",
        "  plimsoll lint --explain missing-description",
        "",
      ].join("\n"),
    );
  });

  it("ends with 0 where nothing is found, and where there are only infos", async () => {
    const undescribed = {
      ...GOOD,
      name: "sync_day",
      inputSchema: { type: "object", properties: { day: {} } },
    };
    const { folder } = write("tools.jsonl", toLines(undescribed));
    const info = await runCli(["lint", "--catalog", "tools.jsonl"], { cwd: folder });
    expect(info.stdout).toContain("1 info (1 tool).");
    expect(info.code).toBe(0);
    const none = await runCli(["lint", "--catalog", "tools.jsonl", "--rule", "set-aside"], { cwd: folder });
    expect(none).toEqual({ code: 0, stdout: "Nothing found (1 tool).\n", stderr: "" });
  });

  it("checks a manifest alone, and points at its rows; what core refuses is a finding", async () => {
    const { folder } = write("m.json", MANIFEST);
    const { code, stdout, stderr } = await runCli(["lint", "--manifest", "m.json", "--json"], {
      cwd: folder,
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      findings: [
        { rule: "replacement-not-living", severity: "error", tool: "a", place: "m.json:7:5" },
        { rule: "retired-name-visible", severity: "error", tool: "exec_wait", place: "m.json:4:46" },
      ],
      ignored: [{ rule: "replacement-not-living", tool: "b", reason: "known" }],
      counts: { error: 2, warning: 0, info: 0, ignored: 1 },
      tools: 0,
      setAside: 0,
    });
    expect(report.findings[0].remedy).toContain("Name a living tool");
  });

  it("lays a manifest over the tools of a file, also one that core would refuse", async () => {
    const { folder } = write("m.json", MANIFEST);
    writeFileSync(join(folder, "tools.jsonl"), toLines(GOOD));
    const args = ["lint", "--catalog", "tools.jsonl", "--manifest", "m.json"];
    const { code, stdout } = await runCli(args, { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain("2 errors, 1 ignored (1 tool).");
  });

  it("says everything that is wrong with a manifest, each at its place", async () => {
    const text =
      '{\n  "version": 8,\n  "provides": { "tools": [{ "lazy": 1 }] },\n  "lifecycle": [{ "name": "a" }]\n}';
    const { folder } = write("m.json", text);
    const { code, stdout, stderr } = await runCli(["lint", "--manifest", "m.json"], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/m\.json:2:14: .*\n/);
    expect(stderr).toMatch(/m\.json:3:27: .*"name".*\n/);
    expect(stderr).toMatch(/m\.json:4:17: .*"state".*\n/);
  });

  it.each([
    [["--manifest", "none.json"], "none.json: There is no such file. Name an existing one with --manifest."],
    [["--catalog", "none.jsonl"], "none.jsonl: There is no such file."],
    [["--manifest", "empty.json"], "empty.json:1:1: The file is empty."],
    [
      ["--rule", "near-duplicates"],
      'There is no rule "near-duplicates". The rules are: retired-name-visible,',
    ],
    [["--explain", "x"], 'There is no rule "x".'],
    [["--catalog", "x", "--config", "y"], "cannot be used with option"],
  ])("refuses %j with exit code 2", async (args, says) => {
    const { folder } = write("empty.json", " \n");
    const { code, stdout, stderr } = await runCli(["lint", ...args], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });

  it("explains a rule without looking at anything", async () => {
    const { code, stdout, stderr } = await runCli(["lint", "--explain", "near-duplicate"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^near-duplicate\n\nSeverity: warning\.\n\nWhat it finds\n\n/);
    expect(stdout).toContain('"lintIgnore": { "near-duplicate": "the reason" }');
  });

  it("starts the configured servers where neither file is named", async () => {
    const { code, stdout } = await runCli(["lint", "--config", DEMO_CONFIG, "--json"]);
    expect([0, 1]).toContain(code);
    expect(JSON.parse(stdout).tools).toBeGreaterThan(20);
  });

  it("does not call a server fine that it could not look at", async () => {
    const { folder } = write(
      ".mcp.json",
      JSON.stringify({ mcpServers: { dead: { command: "no-such-command" } } }),
    );
    const { code, stdout, stderr } = await runCli(["lint"], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "Nothing found (0 tools).\n" });
    expect(stderr).toContain("not every server could be looked at");
  });
});
