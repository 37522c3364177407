import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  Client,
  type ClientOptions,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpTransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  createMcpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";

const INFO = { name: "test", version: "1" };

/** The revision that the modern era begins with. */
export const MODERN = { pin: "2026-07-28" } as const;

/** Which protocol a client of the second SDK speaks. */
export type Mode = NonNullable<NonNullable<ClientOptions["versionNegotiation"]>["mode"]>;

/** A client of the second SDK. It is closed when the test is over. */
export function clientV2(mode: Mode = "legacy", options: ClientOptions = {}): Client {
  const client = new Client(INFO, { ...options, versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  return client;
}

/** A client of the first SDK. */
export function clientV1(options: ConstructorParameters<typeof ClientV1>[1] = {}): ClientV1 {
  const client = new ClientV1(INFO, options);
  onTestFinished(() => client.close());
  return client;
}

/** Connects a client to a server inside this process, in the era that the client asks for. */
export async function connectInMemory<C extends Client | ClientV1>(
  client: C,
  server: McpServer | McpServerV1,
): Promise<C> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  // The transports of the two SDKs differ in types that no transport has at run time.
  await server.connect(far as never);
  await client.connect(near as never);
  return client;
}

/** The same in the modern era, which a server enters only behind an entry of the SDK. */
export async function connectModern(client: Client, factory: () => McpServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(factory, { transport: far });
  onTestFinished(() => handle.close());
  await client.connect(near);
  return client;
}

/** Serves a factory on the loopback address: both eras, and a server for every request. */
export async function serveHttp(factory: () => McpServer): Promise<URL> {
  const handler = createMcpHandler(factory);
  onTestFinished(() => handler.close());
  return listen((request) => handler.fetch(request));
}

/** Serves one session over HTTP, as servers of the legacy era do: one server, one transport. */
export async function serveHttpSession(server: McpServer): Promise<URL> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => "session-1" });
  await server.connect(transport);
  onTestFinished(() => server.close());
  return listen((request) => transport.handleRequest(request));
}

async function listen(fetch: (request: Request) => Promise<Response>): Promise<URL> {
  const handle = toNodeHandler({ fetch });
  const http = createServer((request, response) => {
    void handle(request as NodeIncomingMessageLike, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  return new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
}

/** Connects over HTTP. */
export async function connectHttp(client: Client, url: URL): Promise<Client> {
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

/** Connects a client of the first SDK over HTTP. */
export async function connectHttpV1(client: ClientV1, url: URL): Promise<ClientV1> {
  await client.connect(new HttpTransportV1(url) as TransportV1);
  return client;
}

/** A program of this folder, or of an npm package, that speaks MCP on its standard output. */
export interface Program {
  readonly command: string;
  readonly args: string[];
  readonly stderr: "ignore";
}

/** A TypeScript program beside this file. */
export function ownProgram(file: string): Program {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const args = ["--conditions=@plimsoll/source", "--import", "tsx", path];
  return { command: process.execPath, args, stderr: "ignore" };
}

/** An official server, by the name of its bin. */
export function officialServer(bin: string, ...args: string[]): Program {
  const command = fileURLToPath(new URL(`../../../../../node_modules/.bin/${bin}`, import.meta.url));
  return { command, args, stderr: "ignore" };
}

/** Starts a program and connects to it. */
export async function connectStdio<C extends Client | ClientV1>(client: C, program: Program): Promise<C> {
  if (client instanceof Client) await client.connect(new StdioClientTransport(program));
  else await client.connect(new StdioClientTransportV1(program));
  return client;
}
