import {
  isInitializeRequest,
  type LegacyHttpHandler,
  legacyStatelessFallback,
  type Server,
} from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { Connection } from "./connection.ts";
import type { EventStream } from "./event-stream.ts";
import type { FrontParts } from "./front-parts.ts";
import { HttpSession } from "./http-session.ts";
import { toLimitAnswer } from "./limits/limit-answer.ts";
import { limitsOf } from "./limits/limits-of.ts";
import { createMcpServer } from "./mcp-server.ts";
import { ownerOf } from "./owner.ts";
import { SessionAsks } from "./session-asks.ts";
import { openSessionStream } from "./session-stream.ts";
import { Sessions } from "./sessions.ts";
import type { Visit } from "./visit.ts";
import { toVisitScope } from "./visit-scope.ts";

const SESSION_HEADER = "mcp-session-id";

/**
 * The older era over HTTP. A session is an id and what the store keeps under it, so that any replica serves any request
 * of it: nothing of it is in this process but the requests and the stream that are served here.
 */
export class LegacyFront {
  readonly #parts: FrontParts;
  readonly #sessions: Sessions;
  readonly #asks: SessionAsks;
  readonly #visits = new WeakMap<Request, Visit & { readonly session: HttpSession | undefined }>();
  readonly #streams = new Map<string, EventStream>();
  readonly #handle: LegacyHttpHandler;

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.gateway.store);
    this.#asks = new SessionAsks(parts.gateway.store);
    this.#handle = legacyStatelessFallback(({ requestInfo }) => this.#createServer(requestInfo));
  }

  async fetch(request: Request, visit: Visit): Promise<Response> {
    const { method } = request;
    if (method === "POST") return this.#post(request, visit);
    if (method !== "GET" && method !== "DELETE") return refuse(405, "Method not allowed.");
    const session = await this.#findSession(request, visit);
    if (session instanceof Response) return session;
    return method === "GET" ? this.#stream(request, visit, session) : this.#end(visit, session);
  }

  async close(): Promise<void> {
    for (const stream of [...this.#streams.values()]) stream.close();
    await this.#asks.close();
  }

  async #post(request: Request, visit: Visit): Promise<Response> {
    const { body } = visit;
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    const opening = messages.find((message) => isInitializeRequest(message));
    const handle = (session: HttpSession | undefined, parsedBody: unknown): Promise<Response> => {
      this.#visits.set(request, { ...visit, session });
      return this.#handle(request, { parsedBody });
    };
    if (opening !== undefined) {
      const tooMany = await this.#refuseSession(visit);
      if (tooMany !== undefined) return tooMany;
      const response = await handle(undefined, body);
      return response.ok ? this.#begin(response, visit, opening.params.capabilities) : response;
    }
    const session = await this.#findSession(request, visit);
    if (session instanceof Response) return session;
    await this.#asks.listen();
    const place = { owner: ownerOf(visit.principal), session: session.id };
    const rest: unknown[] = [];
    for (const message of messages) if (!(await this.#asks.deliver(message, place))) rest.push(message);
    if (rest.length === 0 && messages.length > 0) return new Response(null, { status: 202 });
    return handle(session, Array.isArray(body) ? rest : rest[0]);
  }

  async #refuseSession({ principal }: Visit): Promise<Response | undefined> {
    const { config, meter } = this.#parts.gateway;
    const { sessions: most } = limitsOf(config);
    if ((await this.#sessions.count(ownerOf(principal), most)) < most) return undefined;
    const message = `Too many sessions: at most ${most}. End one with DELETE; one that is not used ends after a day.`;
    return toLimitAnswer({ limit: "sessions", status: 429, message, most, retryAfterMs: 60_000 }, meter);
  }

  async #begin(response: Response, { principal }: Visit, capabilities: unknown): Promise<Response> {
    const able = isRecord(capabilities) ? capabilities : {};
    const headers = new Headers(response.headers);
    headers.set(SESSION_HEADER, await this.#sessions.begin(ownerOf(principal), able));
    this.#parts.gateway.observers.mention({ type: "session", change: "begun" });
    return new Response(response.body, { status: response.status, headers });
  }

  async #findSession(request: Request, visit: Visit): Promise<HttpSession | Response> {
    const { principal, service } = visit;
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) {
      return refuse(400, "The header Mcp-Session-Id is missing. Begin a session with an initialize request.");
    }
    const owner = ownerOf(principal);
    const record = await this.#sessions.find(owner, id);
    if (record === undefined) {
      return refuse(404, "Session not found. Begin another with an initialize request.");
    }
    // Whoever holds the session's stream watches; here it is only found out whether that can be done.
    const check = async (uri: string): Promise<void> =>
      (await service.watch(uri, toVisitScope(visit, "legacy", id))).end();
    return new HttpSession({ id, owner, record }, this.#sessions, check);
  }

  async #end({ principal }: Visit, { id }: HttpSession): Promise<Response> {
    this.#streams.get(id)?.close();
    await this.#sessions.end(ownerOf(principal), id);
    this.#parts.gateway.observers.mention({ type: "session", change: "ended" });
    return new Response(null, { status: 200 });
  }

  async #stream(request: Request, visit: Visit, { id }: HttpSession): Promise<Response> {
    if (!(request.headers.get("accept") ?? "").includes("text/event-stream")) {
      return refuse(406, "A stream is of the type text/event-stream: accept that.");
    }
    // A client has one at a time; the one before it may be left over from a connection that broke.
    this.#streams.get(id)?.close();
    const { principal, service } = visit;
    const scope = toVisitScope(visit, "legacy", id);
    const stream = await openSessionStream(
      { owner: ownerOf(principal), id },
      { service, sessions: this.#sessions, parts: this.#parts, scope },
    );
    this.#streams.set(id, stream);
    request.signal.addEventListener("abort", () => stream.close(), { once: true });
    return stream.response;
  }

  #createServer(request: Request | undefined): Server {
    const visit = request === undefined ? undefined : this.#visits.get(request);
    if (visit === undefined) throw new Error("A request of the older era has no visit.");
    const { principal, session, route, service } = visit;
    const base: Connection = { era: "legacy", principal, ...route, session };
    if (session === undefined) return createMcpServer(service, base, this.#parts);
    const place = { owner: ownerOf(principal), session: session.id };
    const connection: Connection = {
      ...base,
      ask: (request, context) => this.#asks.ask(request, context, place, server),
      cancelled: (context) => this.#asks.cancelled(context, place),
    };
    const server = createMcpServer(service, connection, this.#parts);
    return server;
  }
}

function refuse(status: number, message: string): Response {
  const headers: Record<string, string> = status === 405 ? { Allow: "GET, POST, DELETE" } : {};
  const error = { code: -32000, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}
