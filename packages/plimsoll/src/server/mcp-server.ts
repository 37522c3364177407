import {
  type CallToolResult,
  type GetPromptResult,
  type JSONRPCRequest,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { observeCall } from "../observe/observed-call.ts";
import { checkHops } from "../upstream/hops.ts";
import { VERSION } from "../version.ts";
import { ANY_VALUE } from "../wire/any-value.ts";
import type { Connection } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { toListPage } from "./list-page.ts";
import { readCall } from "./read-call.ts";
import type { RequestScope } from "./request-scope.ts";
import { serveExchange } from "./serve-exchange.ts";
import type { Item, Service, ToolAnswer } from "./service.ts";
import { toScope } from "./to-scope.ts";
import { toProtocolError } from "./wire-error.ts";

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

const HOUR_MS = 3_600_000;
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
};

// What clients answer goes on to the server that asked, which checks it; the SDK's own validator takes its time to make.
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/**
 * The SDK's server would read every call twice, and every result of one to the last block. The runtime checks both, and
 * a kind of block that the SDK does not know is the client's to judge.
 */
class RelayingServer extends Server {
  protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
    return method === "tools/call" ? handler : super._wrapHandler(method, handler);
  }
}

/**
 * A service as an MCP server, for one connection of either era. One is made for every HTTP request and for every stdio
 * connection, so everything that lasts is elsewhere, and making a server is cheap.
 */
export function createMcpServer(service: Service, connection: Connection, parts: FrontParts): Server {
  const server = new RelayingServer(
    { name: "plimsoll", title: "Plimsoll", version: VERSION },
    {
      capabilities: CAPABILITIES,
      instructions: service.instructions(),
      cacheHints: { "server/discover": { ttlMs: HOUR_MS, cacheScope: "private" } },
      jsonSchemaValidator: NO_VALIDATION,
      // The gateway asks clients of the older era itself: it knows what they can do, wherever they connected.
      inputRequired: { legacyShim: false },
    },
  );
  serveTools(server, service, connection, parts);
  servePrompts(server, service, connection, parts);
  serveResources(server, service, connection, parts);
  server.setRequestHandler("completion/complete", ({ params }, context) =>
    inRequest(parts, connection, context, async (scope) => {
      const watch = { signal: context.mcpReq.signal, progress: () => {}, scope };
      return (await service.complete(params, watch)) as never;
    }),
  );
  if (connection.session !== undefined) {
    const { session } = connection;
    server.setRequestHandler("logging/setLevel", async ({ params }) => {
      await session.setLogLevel(params.level);
      return {};
    });
  }
  return server;
}

function serveTools(server: Server, service: Service, connection: Connection, parts: FrontParts): void {
  server.setRequestHandler("tools/list", ({ params }, context) =>
    inRequest(parts, connection, context, async () => {
      const { items, ...more } = toListPage(await service.listTools(connection), params?.cursor);
      return { tools: items as never[], ...more };
    }),
  );
  server.setRequestHandler("tools/call", { params: ANY_VALUE }, async (params, context) => {
    const call = readCall(params);
    const answer = await exchange<ToolAnswer>(parts, {
      connection,
      context,
      subject: call,
      run: (watch) =>
        observeCall({ gateway: parts.gateway, call, watch, context }, (seen) =>
          service.callTool(call, seen, connection),
        ),
      fail: (reason) => ({ result: { content: [{ type: "text", text: reason }], isError: true } }),
    });
    if ("resultType" in answer) return answer as never;
    const { result, outputSchema, changesList } = answer as ToolAnswer;
    if (changesList === true && connection.era === "legacy") await announceLoads(context);
    return server.projectCallToolResult(result as CallToolResult, outputSchema as never);
  });
}

function servePrompts(server: Server, service: Service, connection: Connection, parts: FrontParts): void {
  server.setRequestHandler("prompts/list", ({ params }, context) =>
    inRequest(parts, connection, context, async () => {
      const { items, ...more } = toListPage(await service.listPrompts(), params?.cursor);
      return { prompts: items as never[], ...more };
    }),
  );
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const { _meta, ...subject } = params;
    const run: Exchange<Item>["run"] = (watch) => service.getPrompt(subject, watch);
    return (await exchange(parts, { connection, context, subject, run, fail })) as GetPromptResult;
  });
}

function serveResources(server: Server, service: Service, connection: Connection, parts: FrontParts): void {
  server.setRequestHandler("resources/list", ({ params }, context) =>
    inRequest(parts, connection, context, async () => {
      const { items, ...more } = toListPage(await service.listResources(), params?.cursor);
      return { resources: items as never[], ...more };
    }),
  );
  server.setRequestHandler("resources/templates/list", ({ params }, context) =>
    inRequest(parts, connection, context, async () => {
      const { items, ...more } = toListPage(await service.listResourceTemplates(), params?.cursor);
      return { resourceTemplates: items as never[], ...more };
    }),
  );
  server.setRequestHandler("resources/read", async ({ params }, context) => {
    const { _meta, ...subject } = params;
    const run: Exchange<Item>["run"] = (watch) => service.readResource(subject, watch);
    return (await exchange(parts, { connection, context, subject, run, fail })) as ReadResourceResult;
  });
  const { session } = connection;
  if (session === undefined) return;
  server.setRequestHandler("resources/subscribe", ({ params }, context) =>
    inRequest(parts, connection, context, async () => {
      await session.subscribe(params.uri);
      return {};
    }),
  );
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    await session.unsubscribe(params.uri);
    return {};
  });
}

/** Says in band that the list has changed: a courtesy that no client depends on. */
async function announceLoads({ mcpReq }: ServerContext): Promise<void> {
  await mcpReq.notify({ method: "notifications/tools/list_changed" }).catch(() => undefined);
}

async function exchange<Result>(parts: FrontParts, asked: Exchange<Result>) {
  refuseLoop(parts, asked.context);
  try {
    return parts.gateway.callLimits.checked(await serveExchange(asked, parts));
  } catch (error) {
    throw toProtocolError(error, asked.connection.era);
  }
}

async function inRequest<Result>(
  parts: FrontParts,
  connection: Connection,
  context: ServerContext,
  run: (scope: RequestScope) => Promise<Result>,
): Promise<Result> {
  refuseLoop(parts, context);
  try {
    return parts.gateway.callLimits.checked(await run(toScope(connection, context)));
  } catch (error) {
    throw toProtocolError(error, connection.era);
  }
}

function refuseLoop({ gateway }: FrontParts, { mcpReq }: ServerContext): void {
  const loop = checkHops({ meta: mcpReq._meta }, gateway.id);
  if (loop !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, loop);
}

function fail(reason: string): never {
  throw toProtocolError(new Error(reason));
}
