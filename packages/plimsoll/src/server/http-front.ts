import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  isLegacyRequest,
  legacyStatelessFallback,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHandlerRequestOptions,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Gateway } from "../gateway.ts";
import { checkHops } from "../upstream/hops.ts";
import { createServerFactory } from "./mcp-server.ts";

/** The path that MCP is served at. */
export const MCP_PATH = "/mcp";

const LOOP_DETECTED = 508;

/** The gateway as a web-standard handler. */
export interface HttpFront {
  fetch(request: Request, options?: McpHandlerRequestOptions): Promise<Response>;
  /** Ends the exchanges that are under way. */
  close(): Promise<void>;
}

/** Serves both eras of MCP at one path, to programs of this machine only. */
export function createHttpFront(gateway: Gateway): HttpFront {
  const factory = createServerFactory(gateway);
  const modern = createMcpHandler(factory, { legacy: "reject" });
  const legacy = legacyStatelessFallback(factory);
  return {
    async fetch(request, options) {
      const refusal = refuse(request);
      if (refusal !== undefined) return refusal;
      const loop = checkHops({ headers: request.headers }, gateway.id);
      if (loop !== undefined) return Response.json({ error: loop }, { status: LOOP_DETECTED });
      return (await isLegacyRequest(request)) ? legacy(request, options) : modern.fetch(request, options);
    },
    close: () => modern.close(),
  };
}

/** A page in a browser must not reach the gateway, neither by its own name nor by one made to point here. */
function refuse(request: Request): Response | undefined {
  const stranger =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (stranger !== undefined) return stranger;
  if (new URL(request.url).pathname !== MCP_PATH) {
    return Response.json({ error: `There is nothing here. MCP is at ${MCP_PATH}.` }, { status: 404 });
  }
  if (request.method === "POST" && !isJsonContentType(request.headers.get("content-type"))) {
    return Response.json({ error: "The content type must be application/json." }, { status: 415 });
  }
  return undefined;
}
