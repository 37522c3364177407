import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { CLI, cliEnvironment, type RunningCli, runCli, startCli } from "../support/cli.ts";
import { descendants, isAlive, until } from "../support/processes.ts";
import { FILE_SERVER, temporaryFolder } from "../support/servers.ts";

const LONG = { timeout: 180_000 };
const OBJECT = { type: "object", properties: {} };
const ENDED = /The gateway ended before it answered/;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end().catch(() => undefined);
});

type Mode = "legacy" | { pin: string };
const MODERN: Mode = { pin: "2026-07-28" };

interface Attached {
  readonly client: Client;
  readonly pid: number;
  readonly said: { stderr: string };
}

/** A config of two servers, with a folder of its own for what is kept. */
function workplace() {
  const folder = temporaryFolder();
  const [file, home, mark] = ["plimsoll.json", "home", "cancelled"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const list = join(folder, "tools.json");
  const tools = ["who", "slow"].map((name) => ({ name, description: name, inputSchema: OBJECT }));
  writeFileSync(list, JSON.stringify(tools));
  const server = { command: process.execPath, args: [FILE_SERVER, list, mark, `\${SHADE:-plain}`] };
  writeFileSync(file, JSON.stringify({ mcpServers: { one: server, two: server } }));
  const backgrounds = (): number[] =>
    processesOf(file).filter((pid) => commandOf(pid).includes("--background"));
  ending.push(async () => {
    for (const pid of backgrounds()) process.kill(pid, "SIGTERM");
    await until(() => backgrounds().length === 0, "the gateway in the background is gone");
    await until(() => processesOf(list).length === 0, "its servers are gone");
  });
  return {
    file,
    home,
    mark,
    backgrounds,
    servers: () => processesOf(list),
    run: (...args: string[]) => runCli([...args, "--config", file], { home }),
    serve: (...args: string[]): RunningCli => {
      const cli = startCli(["serve", "--config", file, ...args], { home });
      ending.push(() => {
        cli.child.kill("SIGTERM");
        return cli.ended;
      });
      return cli;
    },
    async connect(
      mode: Mode,
      args: readonly string[] = [],
      env: Record<string, string> = {},
    ): Promise<Attached> {
      const transport = new StdioClientTransport({
        command: CLI.command,
        args: [...CLI.args, "serve", "--stdio", "--config", file, ...args],
        env: { ...cliEnvironment(home), ...env },
        stderr: "pipe",
      });
      const said = { stderr: "" };
      transport.stderr?.on("data", (chunk) => {
        said.stderr += chunk;
      });
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      ending.push(() => client.close());
      await client.connect(transport);
      return { client, pid: Number(transport.pid), said };
    },
  };
}

function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function processesOf(text: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => commandOf(pid).split("\0").includes(text))
    .map(Number)
    .filter(isAlive);
}

async function ask(client: Client, server: string, tool = "who"): Promise<string> {
  const call = { name: "tool_call", arguments: { name: `${server}/${tool}`, arguments: {} } };
  const result = await client.callTool(call, { timeout: 60_000 });
  const [block] = result.content as { text: string }[];
  return block?.text ?? "";
}

describe.skipIf(process.platform !== "linux")("clients over stdio", () => {
  it("share the gateway that runs: each server once, whatever the era of the client", LONG, async () => {
    const { serve, connect, servers, mark } = workplace();
    const gateway = serve("--port", "0");
    await until(() => gateway.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
    const clients = [await connect("legacy"), await connect(MODERN)];
    const answers = await Promise.all(clients.map(({ client }) => ask(client, "one")));
    expect(new Set(answers).size).toBe(1);
    expect(servers().every((pid) => descendants(Number(gateway.child.pid)).includes(pid))).toBe(true);
    for (const { pid, said } of clients) {
      expect(descendants(pid).filter((below) => servers().includes(below))).toEqual([]);
      expect(said.stderr).toContain(`(process ${gateway.child.pid}).`);
    }

    for (const { client } of clients) {
      const seen: unknown[] = [];
      const cancel = new AbortController();
      const slow = { name: "tool_call", arguments: { name: "one/slow", arguments: {} } };
      const called = client.callTool(slow, {
        onprogress: (update) => seen.push(update),
        signal: cancel.signal,
      });
      await until(() => seen.length > 0, "progress arrives");
      expect(seen[0]).toMatchObject({ progress: 1, total: 2, message: "half" });
      cancel.abort();
      await expect(called).rejects.toThrow();
    }
    await until(() => existsSync(mark), "the server hears of the cancellation");
  });

  it("start one gateway together, at the same moment, and it ends when they are gone", LONG, async () => {
    const { connect, backgrounds, servers, home } = workplace();
    const modes: Mode[] = ["legacy", MODERN, "legacy", MODERN, "legacy"];
    const clients = await Promise.all(modes.map((mode) => connect(mode, ["--start", "--idle-seconds", "2"])));
    const answers = await Promise.all(
      clients.map(async ({ client }) => [await ask(client, "one"), await ask(client, "two")]),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(backgrounds()).toHaveLength(1);
    expect(servers()).toHaveLength(2);
    const folder = join(home, "local");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder).filter((file) => !file.endsWith(".sock"))) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }

    await Promise.all(clients.map(({ client }) => client.close()));
    await until(() => backgrounds().length === 0, "the gateway has ended by itself", 60_000);
    expect(servers()).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".sock"))).toEqual([]);
  });

  it(
    "go on when the gateway is killed: a call that ran is answered with an error, the next one works",
    LONG,
    async () => {
      const { connect, backgrounds } = workplace();
      const clients = await Promise.all(
        (["legacy", MODERN] as const).map((mode) => connect(mode, ["--start"])),
      );
      const before = await Promise.all(clients.map(({ client }) => ask(client, "one")));
      const [first] = backgrounds();
      const running = clients.map(({ client }) => {
        const call = ask(client, "one", "slow");
        call.catch(() => undefined);
        return call;
      });
      await Promise.all(clients.map(({ client }) => client.listTools()));
      process.kill(Number(first), "SIGKILL");
      for (const call of running) await expect(call).rejects.toThrow(ENDED);
      const after = await Promise.all(clients.map(({ client }) => ask(client, "one")));
      expect(new Set(after).size).toBe(1);
      expect(after).not.toEqual(before);
      expect(backgrounds()).toHaveLength(1);
      expect(backgrounds()).not.toEqual([first]);
    },
  );

  it("are answered what they asked before their input ended", LONG, async () => {
    const { file, home, connect } = workplace();
    await connect("legacy", ["--start"]);
    const initialize = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    const call = { name: "tool_call", arguments: { name: "one/who", arguments: {} } };
    const input = [
      { id: 1, method: "initialize", params: initialize },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: call },
    ].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    for (const how of ["--attach", "--no-attach"]) {
      const { stdout, code } = await runCli(["serve", "--stdio", how, "--config", file], {
        home,
        input: input.join(""),
      });
      expect(code).toBe(0);
      expect(stdout, how).toMatch(/"pid \d+"/);
    }
  });

  it.each(["--start", "--no-attach"])("may say 12 MB at once (%s)", LONG, async (how) => {
    const { connect } = workplace();
    const { client } = await connect(MODERN, [how]);
    const input = { text: "x".repeat(12_000_000) };
    const called = await client.callTool(
      { name: "tool_call", arguments: { name: "one/who", arguments: input } },
      { timeout: 60_000 },
    );
    expect(called.content).toMatchObject([{ text: expect.stringMatching(/^pid/) }]);
  });

  it("are served alone when the gateway they shared ends and none is to be started", LONG, async () => {
    const { serve, connect, backgrounds } = workplace();
    const gateway = serve("--port", "0");
    await until(() => gateway.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
    const { client, pid, said } = await connect("legacy");
    expect(await ask(client, "one")).toMatch(/^pid/);
    gateway.child.kill("SIGINT");
    await gateway.ended;
    expect(await ask(client, "one")).toMatch(/^pid/);
    expect(said.stderr).toContain("The gateway ended.");
    expect(descendants(pid).length).toBeGreaterThan(0);
    expect(backgrounds()).toEqual([]);
    const family = descendants(pid);
    await client.close();
    await until(() => !family.some(isAlive), "what it started is gone");
  });

  it("are not kept waiting by a gateway that was stopped in its terminal", LONG, async () => {
    const { serve, connect } = workplace();
    const gateway = serve("--port", "0");
    await until(() => gateway.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
    gateway.child.kill("SIGSTOP");
    try {
      const { client, said } = await connect("legacy");
      expect(await ask(client, "one")).toMatch(/^pid/);
      expect(said.stderr).toContain("cannot be used: it does not answer. This client is served alone.");
    } finally {
      gateway.child.kill("SIGCONT");
    }
  });

  it(
    "never get another config than their own: with other variables they are served alone",
    LONG,
    async () => {
      const { serve, connect } = workplace();
      const gateway = serve("--port", "0");
      await until(() => gateway.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
      const { client, said } = await connect("legacy", [], { SHADE: "blue" });
      expect(await ask(client, "one")).toMatch(/^pid/);
      expect(said.stderr).toContain("or one with other variables. This client is served alone.");
    },
  );

  it("end at once with a sentence where there is no such profile, whoever serves", LONG, async () => {
    const { run, connect } = workplace();
    const says = 'plimsoll: There is no profile "nope". The config has no profiles.\n';
    expect(await run("serve", "--stdio", "--profile", "nope")).toEqual({ code: 2, stdout: "", stderr: says });
    await connect("legacy", ["--start"]);
    expect(await run("serve", "--stdio", "--profile", "nope")).toEqual({ code: 2, stdout: "", stderr: says });
  });

  it("say what to do where they may only attach, and nobody serves", LONG, async () => {
    const { run, file, serve } = workplace();
    expect(await run("serve", "--stdio", "--attach")).toEqual({
      code: 2,
      stdout: "",
      stderr: `plimsoll: No gateway serves ${file}. Start one with plimsoll serve, or say --start instead of --attach.\n`,
    });
    const gateway = serve("--stdio", "--no-attach", "--start");
    expect(await gateway.ended).toBe(2);
  });
});

describe.skipIf(process.platform !== "linux")("plimsoll stop", () => {
  it("ends the gateway of a config with its servers, and says where there is none", LONG, async () => {
    const { run, file, connect, backgrounds, servers } = workplace();
    expect(await run("stop")).toEqual({ code: 1, stdout: `No gateway serves ${file}.\n`, stderr: "" });
    const { client } = await connect("legacy", ["--start"]);
    await ask(client, "one");
    await client.close();
    const [pid] = backgrounds();
    const { code, stdout } = await run("stop");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`Stopped the gateway of ${file} (process ${pid}, `),
    });
    expect([...backgrounds(), ...servers()]).toEqual([]);
  });
});

describe("plimsoll serve", () => {
  it("says that another gateway serves the config already, and serves HTTP beside it", LONG, async () => {
    const { serve, run, file } = workplace();
    const first = serve("--port", "0");
    await until(() => first.said.stdout.includes("Ctrl-C ends it."), "the first is ready", 60_000);
    const port = /:(\d+)\/mcp/.exec(first.said.stdout)?.[1] ?? "";
    expect(await run("serve", "--port", port)).toEqual({
      code: 2,
      stdout: "",
      stderr: `plimsoll: Port ${port} is taken: a gateway serves ${file} there already (process ${first.child.pid}). Use that one, end it with plimsoll stop, or choose another port: --port ${Number(port) + 1}.\n`,
    });
    const second = serve("--port", "0");
    await until(() => second.said.stdout.includes("Ctrl-C ends it."), "the second is ready", 60_000);
    expect(second.said.stderr).toContain(
      `A gateway serves this config already (process ${first.child.pid}): clients over stdio go on using that one.`,
    );
  });
});
