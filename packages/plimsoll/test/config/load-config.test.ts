import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "plimsoll";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/servers.ts";

const ONE = '{ "mcpServers": { "one": { "command": "x" } } }';
const TWO = '{ "mcpServers": { "two": { "command": "x" } } }';

it("finds plimsoll.json before .mcp.json, and .mcp.json where it is alone", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".mcp.json"), TWO);
  expect((await loadConfig({ folder })).servers[0]?.name).toBe("two");
  writeFileSync(join(folder, "plimsoll.json"), ONE);
  expect(await loadConfig({ folder })).toMatchObject({
    file: join(folder, "plimsoll.json"),
    servers: [{ name: "one", cwd: folder }],
  });
});

it("reads the file it is told to, relative to the working directory", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub", "my.json"), ONE);
  const config = await loadConfig({ folder, file: "sub/my.json" });
  expect(config.servers[0]).toMatchObject({ cwd: join(folder, "sub") });
});

it("says what to create where there is no file", async () => {
  const folder = temporaryFolder();
  await expect(loadConfig({ folder })).rejects.toMatchObject({
    code: "CONFIG_NOT_FOUND",
    message: expect.stringContaining("Create plimsoll.json, for example {"),
    data: { searched: [join(folder, "plimsoll.json"), join(folder, ".mcp.json")] },
  });
});

it("does not fall back to another file where the named one is missing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "plimsoll.json"), ONE);
  await expect(loadConfig({ folder, file: "other.json" })).rejects.toMatchObject({
    code: "CONFIG_NOT_FOUND",
    data: { searched: [join(folder, "other.json")] },
  });
});

it("says that a folder is not a file", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "plimsoll.json"));
  await expect(loadConfig({ folder })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining("It is a folder."),
  });
});
