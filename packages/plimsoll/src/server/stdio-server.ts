import type { Server, ServerContext, Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Principal } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import type { Era, RelayRequest } from "../upstream/upstream.ts";
import { ANY_VALUE } from "../wire/any-value.ts";
import type { Connection } from "./connection.ts";
import { closeFrontParts, createFrontParts, type FrontParts } from "./front-parts.ts";
import { HeardResources, toldAs } from "./heard-resources.ts";
import { ListenedTransport } from "./listened-transport.ts";
import { createMcpServer } from "./mcp-server.ts";
import { noProfile } from "./profile.ts";
import type { RequestScope } from "./request-scope.ts";
import { toNotification } from "./server-events.ts";
import type { Service } from "./service.ts";
import { serviceNamed } from "./service-named.ts";
import { StdioSession } from "./stdio-session.ts";
import { StdioTransport } from "./stdio-transport.ts";

const ASK_TIMEOUT_MS = 600_000;

/** Whom a connection over stdio is for. */
export interface StdioOptions {
  readonly profile?: string | undefined;
  /** The client's directory; the one this process was started in if absent. */
  readonly workspace?: string | undefined;
  readonly principal?: Principal | undefined;
  /** In place of this process's standard input and output. */
  readonly transport?: Transport;
}

/** Serves the gateway on this process's standard input and output; the answer ends that. */
export function serveOnStdio(gateway: Gateway, asked: StdioOptions = {}): () => Promise<void> {
  const options = { ...asked, workspace: asked.workspace ?? process.cwd() };
  const parts = createFrontParts(gateway);
  const service = serviceOf(parts, options);
  const heard = new HeardResources((uri) => service.watch(uri, toOwnScope(options)));
  const wire = new ListenedTransport(options.transport ?? new StdioTransport(), (message) =>
    heard.hear(message),
  );
  const handle = serveStdio(({ era }) => serveConnection(parts, service, { era, heard }, options), {
    transport: wire,
  });
  return async () => {
    await handle.close();
    heard.close();
    closeFrontParts(parts);
  };
}

function serviceOf(parts: FrontParts, { profile }: StdioOptions): Service {
  const service = serviceNamed(parts, profile);
  if (service !== undefined) return service;
  throw noProfile(parts.gateway.config, profile);
}

function serveConnection(
  parts: FrontParts,
  service: Service,
  { era, heard }: { readonly era: Era; readonly heard: HeardResources },
  options: StdioOptions,
): Server {
  const { principal, workspace, profile } = options;
  const session =
    era === "modern" ? undefined : new StdioSession((uri) => service.watch(uri, toOwnScope(options)));
  const connection: Connection = { era, principal, workspace, profile, session, ask: askClient };
  const server = createMcpServer(service, connection, parts);
  session?.readCapabilities(() => server.getClientCapabilities());
  const end = service.subscribe((event) => {
    for (const told of toldAs(event, session ?? heard)) {
      void server.notification(toNotification(told)).catch(() => undefined);
    }
  });
  server.onclose = () => {
    end();
    void session?.close();
  };
  return server;
}

function askClient({ method, params }: RelayRequest, { mcpReq }: ServerContext): Promise<unknown> {
  const options = { timeout: ASK_TIMEOUT_MS, signal: mcpReq.signal };
  return mcpReq.send({ method, params: { ...params } }, ANY_VALUE, options);
}

/** The scope of what a connection asks for beside its requests. */
function toOwnScope({ principal, workspace, profile }: StdioOptions): RequestScope {
  const era: Era = "modern";
  return { principal, workspace, profile, era, session: undefined, capabilities: {}, meta: {} };
}
