import {
  type AuthInfo,
  hostHeaderValidationResponse,
  isJsonContentType,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHandlerRequestOptions,
  originValidationResponse,
  readRequestBody,
} from "@modelcontextprotocol/server";
import type { Principal } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { checkHops } from "../upstream/hops.ts";
import { closeFrontParts, createFrontParts } from "./front-parts.ts";
import { MCP_PATH, readHttpRoute } from "./http-route.ts";
import { LegacyFront } from "./legacy-front.ts";
import { ModernFront } from "./modern-front.ts";
import { noProfile } from "./profile.ts";
import { serviceNamed } from "./service-named.ts";

const LOOP_DETECTED = 508;

/** The gateway as a web-standard handler. */
export interface HttpFront {
  fetch(request: Request, options?: McpHandlerRequestOptions): Promise<Response>;
  /** Ends the exchanges that are under way. */
  close(): Promise<void>;
}

/** How requests are told apart. */
export interface HttpFrontOptions {
  /** Who a verified credential stands for; nobody is known by default. */
  readonly principalOf?: (auth: AuthInfo | undefined) => Principal | undefined;
}

/** Serves both eras of MCP at one path, to programs of this machine only. */
export function createHttpFront(gateway: Gateway, { principalOf = noOne }: HttpFrontOptions = {}): HttpFront {
  const parts = createFrontParts(gateway);
  const modern = new ModernFront(parts);
  const legacy = new LegacyFront(parts);
  return {
    async fetch(request, options) {
      const refusal = refuse(request);
      if (refusal !== undefined) return refusal;
      const loop = checkHops({ headers: request.headers }, gateway.id);
      if (loop !== undefined) return Response.json({ error: loop }, { status: LOOP_DETECTED });
      const path = new URL(request.url).pathname;
      const route = readHttpRoute(path);
      if (route === undefined) return nothingHere(`There is nothing here. MCP is at ${MCP_PATH}.`);
      const service = serviceNamed(parts, route.profile);
      if (service === undefined) return nothingHere(noProfile(gateway.config, route.profile).message);
      const body = await readBody(request);
      if (body instanceof Response) return body;
      const visit = { route, service, principal: principalOf(options?.authInfo), body };
      return (await isLegacyRequest(request, body))
        ? legacy.fetch(request, visit, options)
        : modern.fetch(request, visit, options);
    },
    async close() {
      await modern.close();
      await legacy.close();
      closeFrontParts(parts);
    },
  };
}

/** A page in a browser must not reach the gateway, neither by its own name nor by one made to point here. */
function refuse(request: Request): Response | undefined {
  const stranger =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (stranger !== undefined) return stranger;
  if (request.method === "POST" && !isJsonContentType(request.headers.get("content-type"))) {
    return Response.json({ error: "The content type must be application/json." }, { status: 415 });
  }
  return undefined;
}

/** The body, read and parsed once for everybody; nothing, where the request has none. */
async function readBody(request: Request): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const read = await readRequestBody(request).catch(() => undefined);
  if (read?.tooLarge === true) return toError(413, -32_000, "The request body is too large.");
  try {
    return JSON.parse(read?.text ?? "");
  } catch {
    return toError(400, -32_700, "Parse error: the request body is not valid JSON.");
  }
}

function toError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}

function nothingHere(error: string): Response {
  return Response.json({ error }, { status: 404 });
}

function noOne(): undefined {
  return undefined;
}
