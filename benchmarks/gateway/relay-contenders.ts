import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { builtGateway } from "./built-gateway.ts";
import { connectLegacy, connectModern, type HttpExchange, post } from "./http-exchange.ts";
import { type RelayProcess, startRelay } from "./relay-process.ts";
import { ENVELOPE, initialize, type StdioExchange, talkTo } from "./stdio-exchange.ts";

const require = createRequire(import.meta.url);
const BARE_RELAY = fileURLToPath(new URL("./bare-relay.mjs", import.meta.url));
const LISTING_SERVER = fileURLToPath(new URL("./listing-server.mjs", import.meta.url));

/** A relay under measurement: its process, and one call through it. */
export interface RunningRelay {
  readonly name: string;
  readonly process: RelayProcess;
  call(): Promise<void>;
  close(): Promise<void>;
}

/** The way that calls take. */
export type Path = "stdio, older" | "stdio, newer" | "HTTP, older" | "HTTP, newer";

const CALL = { name: "echo", arguments: { id: "42" } };
const THROUGH = { name: "tool_call", arguments: { name: "one__echo", arguments: CALL.arguments } };
const BY_NAME = { name: "one__echo", arguments: CALL.arguments };

/** Writes the one upstream that every relay stands in front of, and the configs that name it. */
export function writeUpstream(folder: string): {
  readonly config: string;
  readonly command: readonly string[];
} {
  const listing = join(folder, "listing.json");
  const inputSchema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  writeFileSync(
    listing,
    JSON.stringify([{ name: "echo", description: "Says that it was called", inputSchema }]),
  );
  const args = [LISTING_SERVER, listing, join(folder, "starts.txt")];
  const config = join(folder, "plimsoll.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { one: { command: process.execPath, args } } }));
  return { config, command: [process.execPath, ...args] };
}

/** Starts every relay that can take this path; those that cannot be had are named with the reason. */
export async function startRelays(
  path: Path,
  folder: string,
): Promise<{ readonly relays: readonly RunningRelay[]; readonly absent: readonly string[] }> {
  const { config, command } = writeUpstream(folder);
  const home = join(folder, "home");
  if (path === "stdio, older" || path === "stdio, newer") {
    const isNewer = path === "stdio, newer";
    const bare = [BARE_RELAY, "stdio", ...command];
    const gateway = builtGateway(["--stdio", "--config", config], home);
    return {
      relays: [
        await overStdio("bare relay", { args: bare }, CALL, isNewer),
        await overStdio("gateway, tool_call", gateway, THROUGH, isNewer),
        await overStdio("gateway, by name", gateway, BY_NAME, isNewer),
      ],
      absent: [],
    };
  }
  const isNewer = path === "HTTP, newer";
  const connect = isNewer ? async (url: string) => connectModern(url) : connectLegacy;
  const ports = await freePorts(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = ports;
  const gateway = builtGateway(["--port", String(first), "--config", config], home);
  const gatewayUrl = `http://127.0.0.1:${first}/mcp`;
  const served = startRelay(gateway);
  const relays = [
    await overHttp("bare relay", startRelay({ args: [BARE_RELAY, String(second), ...command] }), {
      url: `http://127.0.0.1:${second}/mcp`,
      call: CALL,
      connect,
    }),
    await overHttp("gateway, tool_call", served, { url: gatewayUrl, call: THROUGH, connect }),
    await overHttp("gateway, by name", served, { url: gatewayUrl, call: BY_NAME, connect }),
  ];
  const absent: string[] = [];
  const others: readonly (readonly [string, () => Promise<RunningRelay>])[] = [
    [
      "mcp-proxy",
      () =>
        overHttp("mcp-proxy", startRelay({ args: mcpProxy(third, command) }), {
          url: `http://127.0.0.1:${third}/mcp`,
          call: CALL,
          connect,
        }),
    ],
    [
      "supergateway",
      () =>
        overHttp("supergateway", startRelay({ args: supergateway(fourth, command) }), {
          url: `http://127.0.0.1:${fourth}/mcp`,
          call: CALL,
          connect,
        }),
    ],
    ...(isNewer ? [] : [["mcp-hub", () => startMcpHub(config)] as const]),
  ];
  for (const [name, start] of others) {
    try {
      relays.push(await start());
    } catch (error) {
      absent.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  return { relays, absent };
}

async function overStdio(
  name: string,
  command: Parameters<typeof startRelay>[0],
  call: object,
  isNewer: boolean,
): Promise<RunningRelay> {
  const process = startRelay(command);
  const exchange: StdioExchange = talkTo(process.child);
  if (!isNewer) await initialize(exchange);
  const params = isNewer ? { ...call, _meta: ENVELOPE } : call;
  const callOnce = async (): Promise<void> => assertCalled(await exchange.request("tools/call", params));
  // Asked for its figures before it is up, a process would be ended by the signal.
  await callOnce();
  return { name, process, call: callOnce, close: () => process.end() };
}

interface HttpRelay {
  readonly url: string;
  readonly call: Readonly<Record<string, unknown>>;
  readonly connect: (url: string) => Promise<HttpExchange>;
}

async function overHttp(
  name: string,
  process: RelayProcess,
  { url, call, connect }: HttpRelay,
): Promise<RunningRelay> {
  const exchange = await patiently(process, async () => {
    const opened = await connect(url);
    assertCalled(await opened.request("tools/call", call));
    return opened;
  });
  return {
    name,
    process,
    call: async () => assertCalled(await exchange.request("tools/call", call)),
    async close() {
      exchange.close();
      await process.end();
    },
  };
}

/** Its MCP endpoint is the older transport with two connections; its own API takes a call as one request. */
async function startMcpHub(config: string): Promise<RunningRelay> {
  const [port = 0] = await freePorts(1);
  const args = [binOf("mcp-hub"), "--port", String(port), "--config", config];
  const process = startRelay({ args });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `http://127.0.0.1:${port}/api/servers/tools`;
  const body = { server_name: "one", tool: "echo", arguments: CALL.arguments };
  const call = async (): Promise<void> => assertCalled((await post(url, agent, {}, body)).text);
  await patiently(process, call);
  return {
    name: "mcp-hub, its own API",
    process,
    call,
    async close() {
      agent.destroy();
      await process.end();
    },
  };
}

function mcpProxy(port: number, command: readonly string[]): string[] {
  return [
    binOf("mcp-proxy"),
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--server",
    "stream",
    "--",
    ...command,
  ];
}

function supergateway(port: number, command: readonly string[]): string[] {
  const to = ["--outputTransport", "streamableHttp", "--stateful", "--logLevel", "none"];
  return [binOf("supergateway"), "--stdio", command.join(" "), ...to, "--port", String(port)];
}

// Some packages do not export their package.json, so the folder is found by hand.
function binOf(name: string): string {
  const folders = require.resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      const { bin } = require(join(folder, name, "package.json")) as { bin: Record<string, string> };
      return join(folder, name, bin[name] ?? "");
    } catch {
      // Not in this folder.
    }
  }
  throw new Error("not installed");
}

function assertCalled(answer: unknown): void {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (!text.includes("echo was called")) throw new Error(`The call did not arrive: ${text.slice(0, 300)}`);
}

async function patiently<T>(process: RelayProcess, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries < 60 && process.child.exitCode === null) await delay(500);
      else {
        await process.end();
        throw error;
      }
    }
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer();
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
