import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createFixtureServer } from "./fixture-server.ts";

/** The fixture, served without a gateway. */
export interface ServedFixture {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the fixture over HTTP to both revisions, to show that what fails through a gateway is the gateway's. */
export async function serveFixture(): Promise<ServedFixture> {
  const modern = createMcpHandler(
    () =>
      createFixtureServer({
        announce: (list) =>
          list === "tools" ? modern.notify.toolsChanged() : modern.notify.promptsChanged(),
      }),
    { legacy: "reject" },
  );
  const legacy = serveSessions();
  const handle = toNodeHandler({
    async fetch(request, options) {
      const stranger =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (stranger !== undefined) return stranger;
      return (await isLegacyRequest(request)) ? legacy(request) : modern.fetch(request, options);
    },
  });
  const server = createServer((request, response) => {
    void handle(request as NodeIncomingMessageLike, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      await modern.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One server for each session: a server of the older revision can ask its client only within one. */
function serveSessions(): (request: Request) => Promise<Response> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) return sessions.get(id)?.handleRequest(request) ?? new Response(null, { status: 404 });
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createFixtureServer().connect(transport);
    return transport.handleRequest(request);
  };
}
