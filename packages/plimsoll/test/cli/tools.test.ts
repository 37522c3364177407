import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type RunningCli, runCli, startCli } from "../support/cli.ts";
import { descendants, isAlive, until } from "../support/processes.ts";
import { FILE_SERVER, temporaryFolder } from "../support/servers.ts";

const OBJECT = { type: "object", properties: {} };
const NAMED = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const TOOLS = [
  { name: "who", description: "Says who it is.", inputSchema: OBJECT, annotations: { readOnlyHint: true } },
  { name: "greet", description: "Greets someone.\nIn two lines.", inputSchema: NAMED },
  { name: "broken", description: "Never works.", inputSchema: OBJECT },
  { name: "slow", description: "Takes long.", inputSchema: OBJECT },
  {
    name: "wipe",
    description: "Wipes.",
    inputSchema: OBJECT,
    annotations: { destructiveHint: true, readOnlyHint: false },
  },
];

vi.setConfig({ testTimeout: 90_000 });

const running: RunningCli[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

/** A folder with a config of two servers, of which the second never starts. */
function workplace(tools: readonly object[] = TOOLS) {
  const folder = temporaryFolder();
  const list = join(folder, "tools.json");
  const mark = join(folder, "cancelled");
  const write = (now: readonly object[]): void => writeFileSync(list, JSON.stringify(now));
  write(tools);
  const mcpServers = {
    desk: { command: process.execPath, args: [FILE_SERVER, list, mark] },
    dead: { command: "no-such-command" },
  };
  writeFileSync(join(folder, "plimsoll.json"), JSON.stringify({ mcpServers }));
  const options = { cwd: folder, home: join(folder, "home") };
  return {
    write,
    mark,
    run: (...args: string[]) => runCli(args, { ...options, input: "" }),
    runWith: (input: string, ...args: string[]) => runCli(args, { ...options, input }),
    start(...args: string[]): RunningCli {
      const cli = startCli(args, options);
      running.push(cli);
      return cli;
    },
    /** The same at a terminal, which shows both outputs as one. */
    terminal(...args: string[]): RunningCli {
      const cli = startCli(args, { ...options, terminal: true });
      running.push(cli);
      return cli;
    },
  };
}

describe("plimsoll list", () => {
  it("names every tool by server, and says which server is missing", async () => {
    const { run } = workplace();
    const { code, stdout, stderr } = await run("list");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        "desk: 5 tools",
        "  desk/broken  Never works. [write]",
        "  desk/greet   Greets someone. [write]",
        "  desk/slow    Takes long. [write]",
        "  desk/who     Says who it is. [read]",
        "  desk/wipe    Wipes. [destructive]",
        "",
      ].join("\n"),
    });
    expect(stderr).toContain('The server "dead" is not available');
  });

  it("narrows to one server, for programs too, and names those there are", async () => {
    const { run } = workplace(TOOLS.slice(0, 1));
    expect(JSON.parse((await run("list", "--server", "desk", "--json")).stdout)).toEqual([
      { name: "desk/who", server: "desk", summary: "Says who it is.", risk: "read" },
    ]);
    const { code, stderr } = await run("list", "--server", "dsk");
    expect(code).toBe(2);
    expect(stderr).toContain('No server "dsk" has listed its tools. There are: desk.');
  });

  it("reads files instead of servers", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "mine.json"), JSON.stringify(TOOLS));
    const { code, stdout } = await runCli(["list", "--json", "--catalog", "mine.json"], { cwd: folder });
    const names = JSON.parse(stdout).map(({ name }: { name: string }) => name);
    expect({ code, names }).toEqual({ code: 0, names: TOOLS.map(({ name }) => name).sort() });
  });
});

describe("plimsoll describe", () => {
  it("says everything about a tool, by any form of its name", async () => {
    const { run } = workplace();
    const { code, stdout, stderr } = await run("describe", "greet", "desk__who");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toBe(
      [
        "desk/greet [write, external, unverified]",
        "  desk__greet(name: string)",
        "  Greets someone.",
        "  In two lines.",
        "Arguments:",
        ...JSON.stringify(NAMED, undefined, 2)
          .split("\n")
          .map((line) => `  ${line}`),
        "",
        "desk/who [read]",
        "  desk__who()",
        "  Says who it is.",
        "Arguments:",
        ...JSON.stringify(OBJECT, undefined, 2)
          .split("\n")
          .map((line) => `  ${line}`),
        "",
      ].join("\n"),
    );
  });

  it("answers programs, and says what is not there with the nearest names", async () => {
    const { run } = workplace();
    const { code, stdout, stderr } = await run("describe", "--json", "desk/who", "desk/grete");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      {
        name: "desk/who",
        wireName: "desk__who",
        server: "desk",
        description: "Says who it is.",
        signature: "desk__who()",
        inputSchema: OBJECT,
        annotations: { readOnlyHint: true },
        risk: "read",
        external: false,
        verified: true,
        schemaHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(stderr).toContain('There is no tool "desk/grete". Nearest: desk/greet');
  });
});

describe("plimsoll call", () => {
  it("prints what the tool answers, and leaves no process behind", async () => {
    const { run } = workplace();
    const { code, stdout } = await run("call", "desk/who");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^pid \d+\n$/) });
    expect(isAlive(Number(stdout.slice(4)))).toBe(false);
  });

  it("takes arguments from the command line and from standard input, and answers programs", async () => {
    const { run, runWith } = workplace();
    expect(await run("call", "greet", '{"name":"Ada"}')).toMatchObject({ code: 0 });
    const { code, stdout } = await runWith('{"name":"Ada"}', "call", "desk/greet", "-", "--json");
    expect({ code, answer: JSON.parse(stdout) }).toEqual({
      code: 0,
      answer: {
        name: "desk/greet",
        outcome: "ok",
        result: { content: [{ type: "text", text: expect.stringMatching(/^pid/) }] },
      },
    });
  });

  it.each([
    [["desk/greet", "{"], 2, "The arguments are not JSON"],
    [["desk/greet", "[1]"], 2, "The arguments are no JSON object. Write an object"],
    [["desk/greet", '{"nam":"x"}'], 2, "desk/greet was not called: "],
    [["desk/grete"], 1, 'There is no tool "desk/grete". Nearest: desk/greet'],
    [["desk/wipe"], 2, "desk/wipe is destructive, and nobody can be asked here. Say --yes to call it."],
  ])("refuses %j, on standard error alone", async (args, code, says) => {
    const { run } = workplace();
    const ended = await run("call", ...args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(says);
  });

  it("calls a destructive tool where --yes says so", async () => {
    const { run } = workplace();
    expect(await run("call", "desk/wipe", "--yes")).toMatchObject({ code: 0 });
  });

  it.skipIf(!existsSync("/usr/bin/script")).each([
    ["y\r", 0, /pid \d+/],
    ["n\r", 2, /desk\/wipe was not called\./],
    ["\r", 2, /desk\/wipe was not called\./],
    ["\u0003", 2, /desk\/wipe was not called\./],
  ])("asks before a destructive tool at a terminal, and takes %j at its word", async (key, code, says) => {
    const { terminal } = workplace();
    const { child, said, ended } = terminal("call", "desk/wipe");
    await until(
      () => said.stdout.includes("desk/wipe is destructive. Call it with {}? [y/N]"),
      "it asks",
      30_000,
    );
    child.stdin?.write(key);
    expect(await ended).toBe(code);
    expect(said.stdout).toMatch(says);
  });

  it("ends with 1 where the tool reports an error, in the tool's own words", async () => {
    const { run } = workplace();
    expect(await run("call", "desk/broken")).toMatchObject({ code: 1, stdout: "it is broken\n" });
  });

  it("tells progress beside the result, and cancels the call on Ctrl-C", async () => {
    const { start, mark } = workplace();
    const { child, said, ended } = start("call", "desk/slow");
    await until(() => said.stderr.includes("Progress: 1 of 2, half\n"), "it is half done", 30_000);
    const servers = descendants(Number(child.pid));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(said.stderr).toContain("The call of desk/slow was cancelled.");
    expect(said.stdout).toBe("");
    await until(() => servers.every((pid) => !isAlive(pid)), "its server is gone");
    expect(existsSync(mark)).toBe(true);
  });
});

describe("plimsoll refresh", () => {
  it("says what is another than when the servers were asked last", async () => {
    const { run, write } = workplace();
    const first = await run("refresh");
    expect(first).toMatchObject({ code: 1 });
    expect(first.stdout).toContain("desk: 5 tools, listed for the first time\ndead: failed: the command");
    expect(await run("refresh", "desk")).toMatchObject({ code: 0, stdout: "desk: 5 tools, as before\n" });
    const [who, greet, broken] = TOOLS;
    write(
      [
        { ...who, description: "Other words." },
        { ...greet, inputSchema: OBJECT },
        broken,
        { ...who, name: "new" },
      ].map(Object),
    );
    const { code, stdout } = await run("refresh", "desk", "--json");
    expect({ code, reports: JSON.parse(stdout) }).toEqual({
      code: 0,
      reports: [
        {
          server: "desk",
          tools: 4,
          changes: { added: ["new"], removed: ["slow", "wipe"], changed: ["greet"], reworded: ["who"] },
        },
      ],
    });
    write(TOOLS);
    expect((await run("refresh", "desk")).stdout).toBe(
      "desk: 5 tools, 2 added (slow, wipe); 1 removed (new); 1 with another schema (greet); 1 reworded (who)\n",
    );
    expect((await run("list", "--server", "desk")).stdout).toContain("desk: 5 tools");
  });

  it("names the servers there are where one is not", async () => {
    const { run } = workplace();
    const { code, stderr } = await run("refresh", "dsk");
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no server "dsk" in .*plimsoll\.json\. There are: desk, dead\./);
  });
});
