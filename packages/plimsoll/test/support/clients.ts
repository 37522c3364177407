import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CLI, cliEnvironment } from "./cli.ts";
import { DEMO_CONFIG } from "./servers.ts";

/** What the tests use of a client, of either version of the SDK. */
export interface TestClient {
  listTools(): Promise<{ tools: { name: string; _meta?: unknown; annotations?: unknown }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

/** Ways to connect: over HTTP to an address, or over stdio to a gateway that the client starts itself. */
export type Connect = (url: string) => Promise<TestClient>;

const INFO = { name: "test", version: "1" };
const STDIO = {
  command: CLI.command,
  args: [...CLI.args, "serve", "--stdio", "--config", DEMO_CONFIG],
  stderr: "ignore",
} as const;

function stdioParameters() {
  return { ...STDIO, args: [...STDIO.args], env: cliEnvironment() };
}

/** The clients that a gateway must serve, by SDK, era and transport. */
export const CLIENTS: Readonly<Record<string, Connect>> = {
  "v1 over HTTP": (url) => connectV1(new StreamableHTTPClientTransportV1(new URL(url))),
  "v1 over stdio": () => connectV1(new StdioClientTransportV1(stdioParameters())),
  "v2, legacy, over HTTP": (url) => connectV2("legacy", new StreamableHTTPClientTransport(new URL(url))),
  "v2, legacy, over stdio": () => connectV2("legacy", new StdioClientTransport(stdioParameters())),
  "v2, pinned to 2026-07-28, over HTTP": (url) =>
    connectV2({ pin: "2026-07-28" }, new StreamableHTTPClientTransport(new URL(url))),
  "v2, pinned to 2026-07-28, over stdio": () =>
    connectV2({ pin: "2026-07-28" }, new StdioClientTransport(stdioParameters())),
  "v2, deciding by itself, over HTTP": (url) =>
    connectV2("auto", new StreamableHTTPClientTransport(new URL(url))),
  "v2, deciding by itself, over stdio": () => connectV2("auto", new StdioClientTransport(stdioParameters())),
};

/** The second SDK's client, whose era is decided by the mode. */
export async function connectV2(
  mode: "legacy" | "auto" | { pin: string },
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

async function connectV1(transport: Parameters<ClientV1["connect"]>[0]): Promise<TestClient> {
  const client = new ClientV1(INFO);
  await client.connect(transport);
  return {
    listTools: () => client.listTools(),
    callTool: (params) => client.callTool(params),
    getInstructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}
