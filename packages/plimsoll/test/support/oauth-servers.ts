import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server as McpServer } from "@modelcontextprotocol/server";
import { DEFAULT_LIMITS, type OAuthConfig, type RemoteServer } from "plimsoll";

/** A request as an authorization server or a protected server got it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly form: URLSearchParams;
  readonly body: string;
}

/** An authorization server that lets everybody in, and is strict about everything else. */
export interface AuthorizationServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Its metadata, to be changed. */
  readonly metadata: Record<string, unknown>;
  /** How it behaves, to be changed. */
  readonly habits: {
    lifeSeconds: number;
    /** Answers every request for tokens with this. */
    tokenAnswer?: { status: number; body: string } | undefined;
    /** What it says to be in the answer of a login. */
    iss?: string | undefined;
    /** What it does before it answers with new tokens. */
    beforeRefresh?: (() => Promise<void>) | undefined;
  };
  /** Whether an access token is good. */
  isGood(token: string | undefined): boolean;
  /** Has it forget its access tokens, or everything. */
  forget(what: "access" | "all"): void;
  /** How often tokens were renewed. */
  readonly refreshes: number;
  close(): Promise<void>;
}

/** What an authorization server keeps of one login. */
interface Grant {
  readonly client: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly resource: string;
}

const SECRET = { id: "machine", secret: "machine-secret-4711" };

/** The client that may come without a user. */
export const MACHINE: { readonly id: string; readonly secret: string } = SECRET;

/** Starts an authorization server on this machine. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const seen: SeenRequest[] = [];
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Grant>();
  const access = new Set<string>();
  const refresh = new Map<string, string>();
  const habits: AuthorizationServer["habits"] = { lifeSeconds: 3600 };
  let refreshes = 0;

  const give = (client: string, response: ServerResponse, lasts = true): void => {
    const [token, renewal] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.add(token);
    if (lasts) refresh.set(renewal, client);
    json(response, 200, {
      access_token: token,
      token_type: "Bearer",
      expires_in: habits.lifeSeconds,
      ...(lasts ? { refresh_token: renewal } : {}),
    });
  };
  const refuse = (response: ServerResponse, error: string): void =>
    json(response, 400, { error, error_description: "It was refused." });

  const byCode = (form: URLSearchParams, response: ServerResponse): void => {
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isFine =
      grant?.challenge === challenge &&
      grant.redirect === form.get("redirect_uri") &&
      grant.client === form.get("client_id") &&
      grant.resource === form.get("resource");
    if (isFine) give(grant.client, response);
    else refuse(response, "invalid_grant");
  };
  const byRefresh = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    await habits.beforeRefresh?.();
    const token = form.get("refresh_token") ?? "";
    const client = refresh.get(token);
    // Each is good once: who uses one twice has lost it.
    if (client === undefined || client !== form.get("client_id")) return refuse(response, "invalid_grant");
    refresh.delete(token);
    refreshes += 1;
    give(client, response);
  };
  const byCredentials = (headers: SeenRequest["headers"], response: ServerResponse): void => {
    const basic = Buffer.from(`${SECRET.id}:${SECRET.secret}`).toString("base64");
    if (headers["authorization"] === `Basic ${basic}`) give(SECRET.id, response, false);
    else refuse(response, "invalid_client");
  };
  const token = async ({ form, headers }: SeenRequest, response: ServerResponse): Promise<void> => {
    const { tokenAnswer } = habits;
    if (tokenAnswer !== undefined) return text(response, tokenAnswer.status, tokenAnswer.body);
    if (form.get("grant_type") === "authorization_code") return byCode(form, response);
    if (form.get("grant_type") === "refresh_token") return byRefresh(form, response);
    byCredentials(headers, response);
  };
  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const [client = "", redirect = ""] = [query.get("client_id"), query.get("redirect_uri")].map(
      (x) => x ?? "",
    );
    const isFine =
      query.get("code_challenge_method") === "S256" && clients.get(client)?.includes(redirect) === true;
    if (!isFine) {
      text(response, 400, "no");
      return;
    }
    const code = randomUUID();
    codes.set(code, {
      client,
      redirect,
      challenge: query.get("code_challenge") ?? "",
      resource: query.get("resource") ?? "",
    });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    if (habits.iss !== undefined) back.searchParams.set("iss", habits.iss);
    response.writeHead(302, { location: back.href });
    response.end();
  };
  const { url, close } = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const body = await read(request);
    const one = { path: pathname, headers: request.headers, form: new URLSearchParams(body), body };
    seen.push(one);
    if (pathname === "/.well-known/oauth-authorization-server") return json(response, 200, metadata);
    if (pathname === "/authorize") return authorize(searchParams, response);
    if (pathname === "/token") return token(one, response);
    if (pathname === "/revoke") {
      refresh.delete(one.form.get("token") ?? "");
      return json(response, 200, {});
    }
    if (pathname !== "/register") return text(response, 404, "no");
    const { redirect_uris } = JSON.parse(body) as { redirect_uris: string[] };
    const id = `client-${clients.size}`;
    clients.set(id, redirect_uris);
    json(response, 201, { client_id: id, redirect_uris });
  });
  const metadata: Record<string, unknown> = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    revocation_endpoint: `${url}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
  };
  return {
    url,
    seen,
    metadata,
    habits,
    isGood: (one) => one !== undefined && access.has(one),
    forget(what) {
      access.clear();
      if (what === "all") refresh.clear();
    },
    get refreshes() {
      return refreshes;
    },
    close,
  };
}

/** An MCP server that wants a token of an authorization server. */
export interface ProtectedServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Its metadata, to be changed. */
  readonly metadata: Record<string, unknown>;
  /** The challenge it answers with, in place of the right one. */
  challenge: string | undefined;
  config(oauth?: OAuthConfig): RemoteServer;
  close(): Promise<void>;
}

/** Starts one, with a tool that works. */
export async function startProtectedServer(authority: AuthorizationServer): Promise<ProtectedServer> {
  const seen: SeenRequest[] = [];
  const handler = toNodeHandler(createMcpHandler(buildMcp));
  const { url, close } = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    seen.push({ path: pathname, headers: request.headers, form: new URLSearchParams(), body: "" });
    if (pathname === "/.well-known/oauth-protected-resource/mcp") return json(response, 200, metadata);
    if (pathname !== "/mcp") return text(response, 404, "no");
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (authority.isGood(token)) return handler(request as Parameters<typeof handler>[0], response);
    const right = `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp", scope="read"`;
    response.setHeader("www-authenticate", made.challenge ?? right);
    text(response, 401, `The token ${token} is none.`);
  });
  const metadata: Record<string, unknown> = {
    resource: `${url}/mcp`,
    authorization_servers: [authority.url],
    scopes_supported: ["read"],
  };
  const made: ProtectedServer = {
    url: `${url}/mcp`,
    seen,
    metadata,
    challenge: undefined,
    config: (oauth) => ({
      type: "http",
      name: "guarded",
      limits: DEFAULT_LIMITS,
      url: `${url}/mcp`,
      headers: {},
      ...(oauth === undefined ? {} : { oauth }),
    }),
    close,
  };
  return made;
}

/** Does what a browser does: goes where it is sent, and back. */
export async function browse(url: URL): Promise<Response> {
  const sent = await fetch(url, { redirect: "manual" });
  return fetch(sent.headers.get("location") ?? "");
}

function buildMcp(): McpServer {
  const server = new McpServer({ name: "guarded", version: "1" }, { capabilities: { tools: {} } });
  const tool = { name: "work", description: "Works.", inputSchema: { type: "object" as const } };
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "worked" }] }));
  return server;
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += piece;
  return body;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function text(response: ServerResponse, status: number, value: string): void {
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(value);
}
