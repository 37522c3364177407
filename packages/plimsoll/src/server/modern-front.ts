import {
  createMcpHandler,
  type McpHttpHandler,
  type Server,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { FrontParts } from "./front-parts.ts";
import { HeardResources, readHeardResources, toldAs } from "./heard-resources.ts";
import { createMcpServer } from "./mcp-server.ts";
import type { Visit } from "./visit.ts";
import { toVisitScope } from "./visit-scope.ts";

/** The newer era over HTTP: every request stands on its own. */
export class ModernFront {
  readonly #parts: FrontParts;
  readonly #visits = new WeakMap<Request, Visit>();
  readonly #handler: McpHttpHandler;
  readonly #listening = new Set<McpHttpHandler>();

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#handler = this.#createHandler(undefined);
  }

  async fetch(request: Request, visit: Visit): Promise<Response> {
    const { body } = visit;
    this.#visits.set(request, visit);
    const handler = isListening(body) ? this.#listen(visit) : this.#handler;
    return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler, ...this.#listening].map((handler) => handler.close()));
  }

  /** Whoever listens hears the events of its own profile: what the SDK takes events from is made for each. */
  #listen(visit: Visit): McpHttpHandler {
    const handler = this.#createHandler({
      // Nothing is published here: events come from the servers.
      publish: () => {},
      subscribe: (listener) => {
        const end = this.#subscribe(visit, listener);
        return () => {
          end();
          this.#listening.delete(handler);
        };
      },
    });
    this.#listening.add(handler);
    return handler;
  }

  #createHandler(bus: ServerEventBus | undefined): McpHttpHandler {
    return createMcpHandler(({ requestInfo }) => this.#createServer(requestInfo), {
      legacy: "reject",
      ...(bus === undefined ? {} : { bus }),
    });
  }

  #createServer(request: Request | undefined): Server {
    const visit = request === undefined ? undefined : this.#visits.get(request);
    if (visit === undefined) throw new Error("A request of the newer era has no visit.");
    const { principal, route, service } = visit;
    const connection = { era: "modern" as const, principal, ...route, session: undefined };
    return createMcpServer(service, connection, this.#parts);
  }

  #subscribe(visit: Visit, listener: Parameters<ServerEventBus["subscribe"]>[0]): () => void {
    const { service, body } = visit;
    const heard = new HeardResources((uri) => service.watch(uri, toVisitScope(visit, "modern")));
    heard.begin("listen", readHeardResources(isRecord(body) ? body["params"] : undefined));
    const end = service.subscribe((event) => {
      for (const told of toldAs(event, heard)) listener(told);
    });
    return () => {
      end();
      heard.close();
    };
  }
}

function isListening(body: unknown): boolean {
  return isRecord(body) && body["method"] === "subscriptions/listen";
}
