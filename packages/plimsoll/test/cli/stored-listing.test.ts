import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { raw, temporaryFolder } from "../support/servers.ts";

it("starts a server for its tools once: the next command works from what is kept", async () => {
  const folder = temporaryFolder();
  const starts = join(folder, "starts");
  const { command, args } = raw("fine");
  const config = join(folder, "plimsoll.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { fine: { command, args: [...args, starts] } } }));
  const home = { PLIMSOLL_HOME: join(folder, "home") };
  for (const words of [["find", "fine"], ["find", "works"], ["stats"]]) {
    const { code, stdout } = await runCli([...words, "--config", config], { env: home });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("fine") });
  }
  expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(1);
}, 120_000);

it("works, and says so, where nothing can be kept", async () => {
  const folder = temporaryFolder();
  const { command, args } = raw("fine");
  const config = join(folder, "plimsoll.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { fine: { command, args } } }));
  writeFileSync(join(folder, "file"), "");
  const env = { PLIMSOLL_HOME: join(folder, "file", "home") };
  const { code, stdout, stderr } = await runCli(["find", "fine", "--config", config], { env });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringContaining("fine__fine"),
    stderr: expect.stringMatching(
      /^Nothing is kept for the next start: .+ PLIMSOLL_HOME names another folder\.\n$/,
    ),
  });
}, 120_000);
