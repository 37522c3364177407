import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RunningCli, runCli, startCli } from "../support/cli.ts";
import { toModernCall } from "../support/modern-call.ts";
import { until } from "../support/processes.ts";
import { raw, temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let home: string;
let file: string;
const running: RunningCli[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  home = temporaryFolder();
  file = writeConfig({ auth: { tokens: true } });
});
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function writeConfig(more: object): string {
  const { command, args } = raw("fine");
  const path = join(folder, "plimsoll.json");
  const mcpServers = { fine: { command, args } };
  writeFileSync(path, JSON.stringify({ mcpServers, profiles: { support: {} }, ...more }));
  return path;
}

const token = (...args: string[]) => runCli(["token", ...args], { cwd: folder, home });

describe("plimsoll token", () => {
  it("makes a token that is shown once, lists it without what opens, and revokes it", async () => {
    const made = await token("create", "ada", "--profile", "support", "--days", "7");
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^plimsoll_[0-9a-f]{56}\n$/);
    expect(made.stderr).toMatch(
      /^It is for the profile support, until \d{4}-\d\d-\d\d\. It is not shown again\.\n$/,
    );
    const listed = await token("list");
    expect(listed.stdout).toMatch(
      /^ {2}ada {2}[0-9a-f]{12} {2}until \d{4}-\d\d-\d\d {2}the profile support\n$/,
    );
    const { stdout } = await token("list", "--json");
    expect(JSON.parse(stdout)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        name: "ada",
        profiles: ["support"],
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        isExpired: false,
      },
    ]);
    expect(stdout + listed.stdout).not.toContain(made.stdout.trim());
    const [{ id }] = JSON.parse(stdout);
    expect(await token("revoke", "ada")).toMatchObject({ code: 0, stdout: `Revoked ada (${id}).\n` });
    expect(await token("list")).toMatchObject({ code: 1, stdout: `There is no token for ${file}.\n` });
    expect(await token("revoke", "ada")).toMatchObject({
      code: 1,
      stdout: 'No token is called "ada". plimsoll token list names them.\n',
    });
  });

  it("refuses a profile that is not there, a name that is none, and a time that is none", async () => {
    expect(await token("create", "ada", "--profile", "sales")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: 'plimsoll: There is no profile "sales". The config has: support.\n',
    });
    for (const args of [
      ["create", "a b"],
      ["create", "../x"],
      ["create", "ada", "--days", "0"],
      ["create"],
    ]) {
      expect(await token(...args)).toMatchObject({ code: 2, stdout: "" });
    }
  });

  it("says what to add to a config that lets no tokens in", async () => {
    writeConfig({});
    const { stderr } = await token("create", "ada");
    expect(stderr).toContain(`To let tokens in, add "auth": { "tokens": true } to ${file}.`);
  });
});

describe("plimsoll serve --host", () => {
  it("refuses to be reached by others without auth, and says what to do", async () => {
    writeConfig({});
    const { code, stdout, stderr } = await runCli(["serve", "--host", "0.0.0.0", "--port", "0"], {
      cwd: folder,
      home,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      'plimsoll: Others than this machine\'s programs reach 0.0.0.0, and the config has no way to tell who they are. Add "auth": { "tokens": true } to it and make a token with plimsoll token create NAME, or leave out --host.\n',
    );
  });

  it("is for HTTP alone", async () => {
    const { code, stderr } = await runCli(["serve", "--stdio", "--host", "0.0.0.0"], { cwd: folder, home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "plimsoll: --host is for HTTP: leave out --stdio.\n",
    });
  });

  it("serves those who have a token, as the config's host says, and warns that nothing is encrypted", async () => {
    writeConfig({ auth: { tokens: true }, settings: { host: "0.0.0.0" } });
    const cli = startCli(["serve", "--port", "0"], { cwd: folder, home });
    running.push(cli);
    await until(() => cli.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
    expect(cli.said.stderr).toContain("what they send is not encrypted: put a proxy with TLS before it.");
    const url = String(/http:\S+\/mcp/.exec(cli.said.stdout)?.[0]);
    const statusFor = async (path: string, authorization?: string): Promise<number> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const call = { tool: "tool_find", arguments: { query: "fine" }, headers };
      return (await fetch(toModernCall(url.replace("/mcp", path), call))).status;
    };
    const made = (await token("create", "ada", "--profile", "support")).stdout.trim();
    expect(await statusFor("/mcp")).toBe(401);
    expect(await statusFor("/mcp/p/support", `Bearer ${made}`)).toBe(200);
    expect(await statusFor("/mcp", `Bearer ${made}`)).toBe(403);
    await token("revoke", "ada");
    expect(await statusFor("/mcp/p/support", `Bearer ${made}`)).toBe(401);
    cli.child.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  });
});
