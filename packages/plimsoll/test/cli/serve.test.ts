import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CLI, type RunningCli, runCli, startCli } from "../support/cli.ts";
import { descendants, isAlive, until } from "../support/processes.ts";
import { BIN_FOLDER, DEMO_CONFIG, FILE_SERVER, raw, temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 90_000 });

const running: RunningCli[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function serve(...args: string[]): RunningCli & { readonly pid: number } {
  const cli = startCli(["serve", ...args]);
  running.push(cli);
  return { ...cli, pid: Number(cli.child.pid) };
}

function configFile(mcpServers: object): string {
  const file = join(temporaryFolder(), "plimsoll.json");
  writeFileSync(file, JSON.stringify({ mcpServers }));
  return file;
}

describe("plimsoll serve", () => {
  it("says what it serves and what to do next, and leaves no process behind on SIGINT", async () => {
    const { said, ended, child, pid } = serve("--config", DEMO_CONFIG, "--port", "0");
    await until(() => said.stdout.includes("Ctrl-C ends it."), "the gateway is ready");
    const url = /http:\S+\/mcp/.exec(said.stdout)?.[0];
    expect(said.stderr).toBe("");
    expect(said.stdout.replace(/:\d+\/mcp/g, ":PORT/mcp").replace(DEMO_CONFIG, "FILE")).toMatch(
      new RegExp(
        [
          "Serving 3 servers of FILE",
          "  everything  17 tools",
          "  files       14 tools",
          "  memory      9 tools",
          "",
          "A client is sent 4 tools, about \\d+ tokens \\(before 2026-07-28: 7 tools, about \\d+ tokens\\), instead of 40 tools, about [\\d,]+ tokens \\(estimate\\).",
          "Serving MCP on http://127.0.0.1:PORT/mcp",
          "",
          "Next, tell a client. plimsoll connect CLIENT does that, or paste it yourself:",
          "  Claude Code     claude mcp add --transport http plimsoll http://127.0.0.1:PORT/mcp",
          "  Codex           codex mcp add plimsoll --url http://127.0.0.1:PORT/mcp",
          '  Cursor          "mcpServers": { "plimsoll": { "url": "http://127.0.0.1:PORT/mcp" } }',
          '  VS Code         "servers": { "plimsoll": { "type": "http", "url": "http://127.0.0.1:PORT/mcp" } }',
          '  Claude Desktop  "mcpServers": { "plimsoll": { "command": ".*node", "args": \\[.*"serve", "--stdio", "--start", "--config", ".*plimsoll.json" \\] } }',
          "",
          "Ctrl-C ends it.",
        ].join("\n"),
      ),
    );
    const answer = await fetch(String(url), { method: "GET" });
    expect(answer.status).toBe(400);

    const children = descendants(pid);
    expect(children.length).toBeGreaterThanOrEqual(3);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
    await expect(fetch(String(url))).rejects.toThrow();
  });

  it("says the same to programs as one line of JSON, failures included", async () => {
    const { command, args } = raw("malformed");
    const file = configFile({
      odd: { command, args },
      dead: { command: "no-such-command" },
      web: { url: "https://example.com", disabled: true },
    });
    const { said, child, ended } = serve("--config", file, "--port", "0", "--json");
    await until(() => said.stdout.includes("\n"), "the gateway is ready");
    expect(JSON.parse(said.stdout)).toEqual({
      transport: "http",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      config: file,
      servers: [
        {
          name: "odd",
          tools: 2,
          setAside: expect.arrayContaining([{ tool: "no-schema", reason: expect.any(String) }]),
          held: 0,
        },
        { name: "dead", failure: 'the command "no-such-command" was not found. Check "command" and PATH.' },
      ],
      setAside: [{ name: "web", reason: "it is disabled." }],
      held: 0,
      tools: { listed: 4, listedLegacy: 7, behind: 2 },
      estimatedTokens: {
        listed: expect.any(Number),
        listedLegacy: expect.any(Number),
        behind: expect.any(Number),
      },
    });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("does not wait for the slowest server: it says what is known, and one line when the late one has listed", async () => {
    const folder = temporaryFolder();
    const list = join(folder, "tools.json");
    writeFileSync(list, JSON.stringify([{ name: "a", description: "A.", inputSchema: { type: "object" } }]));
    const gate = join(folder, "go");
    const wait = `until [ -e ${gate} ]; do sleep 0.05; done; exec ${process.execPath} ${FILE_SERVER} ${list}`;
    const { command, args } = raw("fine");
    const file = configFile({ quick: { command, args }, late: { command: "sh", args: ["-c", wait] } });
    const { said, child, ended } = serve("--config", file, "--port", "0");
    await until(() => said.stdout.includes("Ctrl-C ends it."), "what is known is said", 30_000);
    expect(said.stdout).toContain("  quick  1 tool\n  late   not listed yet\n");
    expect(said.stdout).toMatch(
      /A client is sent 4 tools, about \d+ tokens \(.*\), instead of so far 1 tool, about/,
    );
    writeFileSync(gate, "");
    await until(() => said.stdout.includes("Behind the gateway now"), "the late one is there");
    expect(said.stdout).toMatch(
      /\nlate: 1 tool\. Behind the gateway now: 2 tools, about \d+ tokens \(estimate\)\.\n$/,
    );
    expect(said.stderr).toBe("");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("names the port that is taken, and starts nothing", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as AddressInfo;
    const { code, stdout, stderr } = await runCli(["serve", "--config", DEMO_CONFIG, "--port", String(port)]);
    blocker.close();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      `plimsoll: Port ${port} is taken by another program. Choose another one: --port ${port + 1}.\n`,
    );
  });

  it("ends at once on a second signal, and takes the servers that will not end with it", async () => {
    const { command, args } = raw("stubborn");
    const { said, child, ended, pid } = serve(
      "--config",
      configFile({ stubborn: { command, args } }),
      "--port",
      "0",
    );
    await until(() => said.stdout.includes("Ctrl-C ends it."), "the gateway is ready");
    const children = descendants(pid);
    expect(children).toHaveLength(1);
    child.kill("SIGINT");
    await delay(700);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    await until(() => !children.some(isAlive), "the stubborn server is gone");
  });

  it("takes one request that arrives twice for one", async () => {
    const { said, child, ended } = serve("--config", DEMO_CONFIG, "--port", "0");
    await until(() => said.stdout.includes("Ctrl-C ends it."), "the gateway is ready");
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("can be ended while its servers are still starting", async () => {
    const { command, args } = raw("hang");
    const { said, child, ended, pid } = serve(
      "--config",
      configFile({ hang: { command, args } }),
      "--port",
      "0",
    );
    await until(() => said.stdout.includes("Serving 1 server"), "the gateway is starting");
    await until(() => descendants(pid).length > 0, "the server is starting");
    const children = descendants(pid);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });
});

describe("plimsoll serve --stdio", () => {
  it("keeps everything but MCP off its output, and ends with its servers when its input ends", async () => {
    const { command, args } = raw("noisy");
    const file = configFile({
      noisy: { command, args },
      silent: { command, args: [args[0], "no-tools"] },
      everything: { command: join(BIN_FOLDER, "mcp-server-everything"), args: ["stdio"] },
      dead: { command: "no-such-command" },
    });
    const { said, child, ended, pid } = serve("--stdio", "--config", file);
    await until(() => said.stderr.includes("(estimate)"), "the gateway is ready");
    expect(said.stderr).toContain("  dead        failed: the command");
    expect(said.stderr).not.toContain("listen to me");
    expect(said.stdout).toBe("");
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    child.stdin?.write(`${JSON.stringify(initialize)}\n`);
    await until(() => said.stdout.endsWith("\n"), "the gateway has answered");
    expect(JSON.parse(said.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "plimsoll" } } });
    const children = descendants(pid);
    expect(children).toHaveLength(3);
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });

  it("does not start itself for ever where its config names itself", async () => {
    const file = join(temporaryFolder(), "plimsoll.json");
    const self = { command: CLI.command, args: [...CLI.args, "serve", "--stdio", "--config", file] };
    writeFileSync(file, JSON.stringify({ mcpServers: { self } }));
    const { code, stdout, stderr } = await runCli(["find", "--config", file, "x"]);
    expect({ code, stdout }).toMatchObject({ code: 1 });
    expect(stderr).toContain("self was set aside: it is this gateway itself. Remove the entry.");
  });
});
