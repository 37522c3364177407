import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { runCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/servers.ts";

describe.concurrent("the command line", () => {
  it("prints its version", async () => {
    expect(await runCli(["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it("prints help with examples on request", async () => {
    const { code, stdout, stderr } = await runCli(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/Examples:\n {2}plimsoll serve/);
  });

  it.each([
    [["fnd"], "error: unknown command 'fnd'\n(Did you mean find?)\n"],
    [["find", "--jsn", "x"], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
    [["find"], "error: missing required argument 'query'\n"],
    [["find", "--limit", "0", "x"], "It must be a whole number from 1 to 100."],
    [["find", " "], "plimsoll: The query is empty."],
    [["serve", "--port", "http"], "It must be a whole number from 0 to 65535."],
    [["serve", "extra"], "error: too many arguments"],
    [["serve", "--start"], "plimsoll: --start is for clients over stdio: say --stdio too."],
    [["serve", "--no-attach"], "plimsoll: --attach and --no-attach are for clients over stdio"],
    [["serve", "--profile", "x"], "Over HTTP a profile is a path, /mcp/p/NAME."],
    [["describe"], "error: missing required argument 'name'\n"],
    [["call"], "error: missing required argument 'name'\n"],
    [[], "Usage: plimsoll"],
  ])("refuses %j with exit code 2, on standard error alone", async (args, says) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });

  it("says what to create where there is no config", { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const commands = [["find", "x"], ["serve"], ["serve", "--stdio"], ["call", "x"], ["refresh"], ["stop"]];
    for (const ended of await Promise.all(commands.map((command) => runCli(command, { cwd: folder })))) {
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr).toContain(
        `plimsoll: There is no plimsoll.json and no .mcp.json in ${folder}. Create`,
      );
    }
  });

  it("points at the place where a config is broken", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "plimsoll.json");
    writeFileSync(file, '{\n  // mine\n  "mcpServers": {\n    "a": { "command" "x" }\n  }\n}\n');
    expect(await runCli(["find", "x"], { cwd: folder })).toEqual({
      code: 2,
      stdout: "",
      stderr: `plimsoll: ${file}:4:22: The file is not JSON: colon expected. Correct it there.\n`,
    });
  });
});
