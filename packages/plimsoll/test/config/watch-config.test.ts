import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { type ConfigNews, watchConfig } from "../../src/config/watch-config.ts";
import { until } from "../support/processes.ts";
import { temporaryFolder } from "../support/servers.ts";

const NEVER_MS = 1_000_000;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const textOf = (...names: string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: "x" }])) });

/** Watches a file, with what was heard of it: the names of servers, or what is broken. */
async function watched(file: string, lookMs = NEVER_MS) {
  const heard: string[] = [];
  const hear = (news: ConfigNews) =>
    heard.push(
      news.type === "broken"
        ? `broken: ${news.error.message}`
        : news.config.servers.map(({ name }) => name).join(),
    );
  const load = () => loadConfig({ file });
  stops.push(watchConfig(await load(), { load, hear, settleMs: 20, lookMs }));
  await delay(100);
  return heard;
}

function aFile(): string {
  const file = join(temporaryFolder(), "plimsoll.json");
  writeFileSync(file, textOf("one"));
  return file;
}

describe("a config file that is watched", () => {
  it("is read again when it is written, replaced, and written again", async () => {
    const file = aFile();
    const heard = await watched(file);
    expect(heard).toEqual([]);
    writeFileSync(file, textOf("one", "two"));
    await until(() => heard.length === 1, "the second server is seen");
    // As editors do it: a new file under another name, put in the place of the old one.
    writeFileSync(`${file}~`, textOf("three"));
    renameSync(`${file}~`, file);
    await until(() => heard.length === 2, "the new file is seen");
    writeFileSync(file, textOf("four"));
    await until(() => heard.length === 3, "the change to the new file is seen");
    expect(heard).toEqual(["one,two", "three", "four"]);
  });

  it("that breaks is told once with its place, and heard of again when it is whole", async () => {
    const file = aFile();
    const heard = await watched(file);
    writeFileSync(file, '{ "mcpServers": { "one": ');
    await until(() => heard.length === 1, "the break is seen");
    expect(heard[0]).toContain(`broken: ${file}:1:26: The file is not JSON`);
    rmSync(file);
    await until(() => heard.length === 2, "the loss is seen");
    expect(heard[1]).toContain("broken: There is no file");
    writeFileSync(file, textOf("one"));
    await until(() => heard.length === 3, "the file is seen again");
    expect(heard[2]).toBe("one");
  });

  it("is no news where nothing that counts has changed, or another file has", async () => {
    const file = aFile();
    const heard = await watched(file);
    writeFileSync(file, `// a comment\n${textOf("one")}\n`);
    writeFileSync(join(dirname(file), "other.json"), "x");
    await delay(300);
    writeFileSync(file, textOf("two"));
    await until(() => heard.length > 0, "the change is seen");
    expect(heard).toEqual(["two"]);
  });

  it("is seen through links: of the file, and of its folder, as containers mount it", async () => {
    const folder = temporaryFolder();
    for (const version of ["1", "2"]) {
      mkdirSync(join(folder, version));
      writeFileSync(join(folder, version, "plimsoll.json"), textOf(`v${version}`));
    }
    symlinkSync("1", join(folder, "..data"));
    symlinkSync("..data/plimsoll.json", join(folder, "plimsoll.json"));
    const heard = await watched(join(folder, "plimsoll.json"));
    symlinkSync("2", join(folder, "..new"));
    renameSync(join(folder, "..new"), join(folder, "..data"));
    await until(() => heard.length === 1, "the other folder is seen");
    expect(heard).toEqual(["v2"]);

    const dotfiles = aFile();
    const link = join(temporaryFolder(), "plimsoll.json");
    symlinkSync(dotfiles, link);
    const linked = await watched(link);
    writeFileSync(dotfiles, textOf("elsewhere"));
    await until(() => linked.length === 1, "the linked file is seen");
  });

  it("that changed between its reading and its watching is not missed", async () => {
    const file = aFile();
    const config = await loadConfig({ file });
    writeFileSync(file, textOf("late"));
    const heard: ConfigNews[] = [];
    const load = () => loadConfig({ file });
    stops.push(watchConfig(config, { load, hear: (news) => heard.push(news), lookMs: NEVER_MS }));
    await until(() => heard.length === 1, "the change is seen");
  });

  it("is heard of no more once that was ended", async () => {
    const file = aFile();
    const heard = await watched(file, 20);
    for (const stop of stops.splice(0)) stop();
    writeFileSync(file, textOf("two"));
    await delay(200);
    expect(heard).toEqual([]);
  });
});
