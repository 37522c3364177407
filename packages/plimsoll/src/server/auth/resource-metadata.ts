import type { AuthConfig } from "../../config/config.ts";
import { MCP_PATH, readHttpRoute } from "../http-route.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** The document of RFC 9728 that tells a client how to get in; nothing, where a path asks for something else. */
export function answerMetadata(request: Request, auth: AuthConfig): Response | undefined {
  const { pathname } = new URL(request.url);
  if (pathname !== WELL_KNOWN && !pathname.startsWith(`${WELL_KNOWN}/`)) return undefined;
  const path = pathname === WELL_KNOWN ? MCP_PATH : pathname.slice(WELL_KNOWN.length);
  // Every path that could be one of the gateway's is told the same: whether a profile is there is not said here.
  if (readHttpRoute(path) === undefined) return undefined;
  if (request.method !== "GET") {
    return Response.json({ error: "Read this with GET." }, { status: 405, headers: { Allow: "GET" } });
  }
  const { jwt } = auth;
  return Response.json({
    resource: toResource(request, auth, path),
    ...(jwt === undefined ? {} : { authorization_servers: [jwt.issuer] }),
    ...(jwt === undefined || jwt.scopes.length === 0 ? {} : { scopes_supported: jwt.scopes }),
    bearer_methods_supported: ["header"],
    resource_name: "Plimsoll",
  });
}

/** Where the document of a path is. */
export function metadataUrlOf(request: Request, auth: AuthConfig | undefined): string {
  const { pathname } = new URL(request.url);
  const path = readHttpRoute(pathname) === undefined ? MCP_PATH : pathname;
  return `${originOf(request, auth)}${WELL_KNOWN}${path}`;
}

function toResource(request: Request, auth: AuthConfig, path: string): string {
  return `${originOf(request, auth)}${path}`;
}

/** Where the gateway is: what the config says, else the name it was called by, which has been checked. */
function originOf({ headers }: Request, auth: AuthConfig | undefined): string {
  if (auth?.resource !== undefined) return new URL(auth.resource).origin;
  return `http://${headers.get("host") ?? "localhost"}`;
}
