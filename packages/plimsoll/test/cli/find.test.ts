import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
      nearestDomains: [],
    });
  });

  it("explains a match on request", async () => {
    const text = await runCli(["find", ...DEMO, "--explain", "--limit", "1", "echo"]);
    expect(text.stdout).toMatch(/\n {2}[\d.]+ = exact 1000 \+ lexical "echo" [\d.]+\n/);
    const json = await runCli(["find", ...DEMO, "--explain", "--json", "--limit", "1", "echo"]);
    expect(JSON.parse(json.stdout).matches[0].explanation).toContainEqual({ lane: "exact", score: 1000 });
  });

  it("says that nothing matches, with exit code 1", async () => {
    const text = await runCli(["find", ...DEMO, "zzzz"]);
    expect(text).toMatchObject({
      code: 1,
      stdout: 'No tool matches "zzzz". Tools exist in: files, everything, memory. Try other words.\n',
    });
    const json = await runCli(["find", ...DEMO, "--json", "zzzz"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      query: "zzzz",
      matches: [],
      nearestDomains: ["files", "everything", "memory"],
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
        web: { url: "https://example.com/mcp" },
      },
    };
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify(config));
    const { code, stdout, stderr } = await runCli(["find", "--json", "echo"], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).matches[0].name).toBe("good/echo");
    expect(stderr).toBe(
      [
        "web was set aside: remote servers are not supported yet.",
        'The server "dead" is not available: the command "no-such-command" was not found. Check "command" and PATH.',
        "",
      ].join("\n"),
    );
  });
});
