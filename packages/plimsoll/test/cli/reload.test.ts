import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningCli, startCli } from "../support/cli.ts";
import { toModernCall } from "../support/modern-call.ts";
import { isAlive, until } from "../support/processes.ts";
import { raw, temporaryFolder } from "../support/servers.ts";

const running: RunningCli[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function textOf(servers: Record<string, string>, settings: object = {}): string {
  const entries = Object.entries(servers).map(([name, mode]) => {
    const { command, args } = raw(mode);
    return [name, { command, args }];
  });
  return JSON.stringify({ mcpServers: Object.fromEntries(entries), settings });
}

async function call(url: string, name: string): Promise<string> {
  const call = { tool: "tool_call", arguments: { name, arguments: {} } };
  return (await fetch(toModernCall(url, call))).text();
}

describe("plimsoll serve, when its config is edited", () => {
  it("takes over servers without a restart, keeps the last good config, and says so", {
    timeout: 120_000,
  }, async () => {
    const file = join(temporaryFolder(), "plimsoll.json");
    writeFileSync(file, textOf({ one: "fine" }));
    const cli = startCli(["serve", "--config", file, "--port", "0"]);
    running.push(cli);
    const { said } = cli;
    await until(() => said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 30_000);
    const url = String(/http:\S+\/mcp/.exec(said.stdout)?.[0]);
    const first = Number(/pid (\d+)/.exec(await call(url, "one/fine"))?.[1]);

    writeFileSync(file, textOf({ one: "fine", two: "fine" }));
    await until(() => said.stderr.includes(`${file} has changed: added two.\n`), "the server is added");
    await expect.poll(() => call(url, "two/fine"), { timeout: 10_000 }).toContain("pid ");

    writeFileSync(file, '{ "mcpServers": { "one": {} ');
    await until(() => said.stderr.includes("the config of before is served."), "the break is told");
    expect(said.stderr).toContain(`${file}:1:`);
    expect(await call(url, "two/fine")).toContain("pid ");

    writeFileSync(file, textOf({ one: "fine", bad: "exit" }, { dialect: "info" }));
    await until(() => said.stderr.includes("added bad; removed two.\n"), "the rest is taken over");
    await until(
      () => said.stderr.includes("To have dialect take effect, start it again."),
      "what waits is told",
    );
    await until(() => said.stderr.includes('The server "bad" is not available'), "the failure is told");
    expect(await call(url, "two/fine")).toContain("No tool named");
    expect(await call(url, "one/fine")).toContain(`pid ${first}`);
    expect(isAlive(first)).toBe(true);
  });
});
