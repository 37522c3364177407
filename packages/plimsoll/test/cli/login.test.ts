import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningCli, runCli, startCli } from "../support/cli.ts";
import {
  type AuthorizationServer,
  browse,
  type ProtectedServer,
  startAuthorizationServer,
  startProtectedServer,
} from "../support/oauth-servers.ts";
import { until } from "../support/processes.ts";
import { temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 180_000 });

let authority: AuthorizationServer;
let guarded: ProtectedServer;
const home = temporaryFolder();
const config = join(temporaryFolder(), "plimsoll.json");

beforeAll(async () => {
  authority = await startAuthorizationServer();
  guarded = await startProtectedServer(authority);
  const mcpServers = { guarded: { url: guarded.url, oauth: {} }, local: { command: "x" } };
  writeFileSync(config, JSON.stringify({ mcpServers }));
});

afterAll(async () => {
  await guarded.close();
  await authority.close();
});

function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return runCli([...args, "--config", config], { home });
}

async function addressIn({ said }: RunningCli): Promise<URL> {
  await until(() => said.stdout.includes("Waiting for it"), "the address is shown", 60_000);
  return new URL(/^ {2}(http\S+)$/m.exec(said.stdout)?.[1] ?? "");
}

describe("plimsoll login", () => {
  it("shows where to log in, keeps the tokens sealed, and lets calls and logout work", async () => {
    const before = await run("call", "guarded/work", "{}", "--yes");
    expect(before.stderr).toContain("Run: plimsoll login guarded");

    const login = startCli(["login", "guarded", "--config", config], { home });
    await browse(await addressIn(login));
    expect(await login.ended).toBe(0);
    expect(login.said.stdout).toContain(
      "Logged in to guarded.\nguarded: 1 tool, listed for the first time\n",
    );
    expect(login.said.stderr).toBe("");

    const call = await run("call", "guarded/work", "{}", "--yes");
    expect([call.stdout, call.code]).toEqual(["worked\n", 0]);

    const files = readdirSync(home, { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name), "latin1")).not.toMatch(/(?:access|refresh)-[0-9a-f]{8}-/);
    }

    const logout = await run("logout", "guarded");
    expect([logout.stdout, logout.code]).toEqual(["Logged out of guarded.\n", 0]);
    const again = await run("logout", "guarded");
    expect([again.stdout, again.code]).toEqual(["There was no login at guarded.\n", 1]);
  });

  it("says which servers there are to log in to", async () => {
    const unknown = await run("login", "nobody");
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      `plimsoll: There is no server "nobody" in ${config}. There are: guarded.\n`,
    ]);
    const local = await run("login", "local");
    expect(local.stderr).toBe(
      'plimsoll: The server "local" is started here: it takes its credentials from "env".\n',
    );
  });

  it("gives up when nobody comes back", async () => {
    const { code, stderr } = await run("login", "guarded", "--wait-seconds", "1");
    expect([code, stderr]).toEqual([
      2,
      'plimsoll: There is no login at "guarded": nobody logged in in time.\n',
    ]);
  });
});
