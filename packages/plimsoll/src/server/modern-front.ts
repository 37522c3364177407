import { AsyncLocalStorage } from "node:async_hooks";
import {
  createMcpHandler,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type Server,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { FrontParts } from "./front-parts.ts";
import { HeardResources, readHeardResources, toldAs } from "./heard-resources.ts";
import { createMcpServer } from "./mcp-server.ts";
import { inScope } from "./request-scope.ts";
import type { Visit } from "./visit.ts";

/** The newer era over HTTP: every request stands on its own. */
export class ModernFront {
  readonly #parts: FrontParts;
  readonly #visits = new AsyncLocalStorage<Visit>();
  readonly #handler: McpHttpHandler;

  constructor(parts: FrontParts) {
    this.#parts = parts;
    const bus: ServerEventBus = {
      // Nothing is published here: events come from the servers, and each listener hears those of its own profile.
      publish: () => {},
      subscribe: (listener) => this.#subscribe(listener),
    };
    this.#handler = createMcpHandler(() => this.#createServer(), { legacy: "reject", bus });
  }

  fetch(request: Request, visit: Visit, options: McpHandlerRequestOptions = {}): Promise<Response> {
    const parsedBody = visit.body;
    return this.#visits.run(visit, () =>
      this.#handler.fetch(request, { ...options, ...(parsedBody === undefined ? {} : { parsedBody }) }),
    );
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  #createServer(): Server {
    const { principal, route, service } = this.#visit();
    const connection = { era: "modern" as const, principal, ...route, session: undefined };
    return createMcpServer(service, connection, this.#parts);
  }

  /** Called by the SDK while it serves `subscriptions/listen`, in the course of `fetch`. */
  #subscribe(listener: Parameters<ServerEventBus["subscribe"]>[0]): () => void {
    const { principal, route, service, body } = this.#visit();
    const scope = {
      principal,
      ...route,
      session: undefined,
      era: "modern" as const,
      capabilities: {},
      meta: {},
    };
    const heard = new HeardResources((uri) => inScope(scope, () => service.watch(uri)));
    heard.begin("listen", readHeardResources(isRecord(body) ? body["params"] : undefined));
    const end = service.subscribe((event) => {
      for (const told of toldAs(event, heard)) listener(told);
    });
    return () => {
      end();
      heard.close();
    };
  }

  #visit(): Visit {
    const visit = this.#visits.getStore();
    if (visit === undefined) throw new Error("A request of the newer era has no visit.");
    return visit;
  }
}
