/**
 * What is used of an MCP server: the `McpServer` of the official SDK fits, of version 1 or 2. Everything here is public
 * in both.
 */
export interface McpToolServer {
  registerTool(...tool: never[]): unknown;
  isConnected(): boolean;
  /** Called by the server itself, whenever a tool came, changed or went. */
  sendToolListChanged(): void;
  /** Version 2: which scopes a request needs that its token has not. */
  resolveScopeChallenge?: (...context: never[]) => unknown;
  readonly server: {
    setRequestHandler(...handler: never[]): void;
    /** Throws where there is a handler already. */
    assertCanSetRequestHandler(...method: never[]): void;
    /** Version 1: asks the client's user. */
    elicitInput?(...request: never[]): Promise<unknown>;
    /** Version 2: gives a result the shape that the client's era knows. */
    projectCallToolResult?(...result: never[]): unknown;
  };
}

/** A request of a client, as a handler is given it. */
export interface McpRequest {
  readonly method: string;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown } | undefined;
}

/** Answers requests of one method. */
export type McpHandler = (request: McpRequest, context: McpContext) => unknown;

/** What is used of a handler's context: version 2 has `mcpReq`, version 1 the rest. */
export interface McpContext {
  readonly sessionId?: string | undefined;
  readonly mcpReq?: {
    readonly signal: AbortSignal;
    /** There in the modern era only. */
    readonly envelope?: object | undefined;
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    notify(notification: { readonly method: string }): Promise<void>;
  };
  /** There where the request came by HTTP. */
  readonly http?: object | undefined;
  readonly signal?: AbortSignal;
  readonly requestInfo?: object | undefined;
  sendNotification?(notification: { readonly method: string }): Promise<void>;
}

/**
 * Puts handlers around those that a server sets for itself when its first tool is registered. The server goes on
 * checking and running its tools, with every context it has; only what it is asked and what it answers passes here.
 */
export function wrapHandlers(
  { server }: McpToolServer,
  wrappers: Readonly<Record<string, (own: McpHandler) => McpHandler>>,
): void {
  const target = server as unknown as SetsHandlers;
  const set = target.setRequestHandler;
  target.setRequestHandler = (method, ...rest) => {
    const wrap = wrappers[methodOf(method)];
    const wrapped = rest.map((part) => (wrap !== undefined && isHandler(part) ? wrap(part) : part));
    set.call(target, method, ...wrapped);
  };
}

interface SetsHandlers {
  setRequestHandler(method: unknown, ...handler: unknown[]): void;
}

/** Version 2 names a method; version 1 gives a schema that has the name as its one value. */
function methodOf(method: unknown): string {
  if (typeof method === "string") return method;
  const { shape } = method as { readonly shape?: { readonly method?: { readonly value?: unknown } } };
  return String(shape?.method?.value);
}

function isHandler(part: unknown): part is McpHandler {
  return typeof part === "function";
}

/**
 * The session that a request belongs to, if there is one: the protocol's modern era has none, and HTTP has one only
 * where the server gave it an id. Anything else is one connection, and one session.
 */
export function sessionOf({ sessionId, mcpReq, http, requestInfo }: McpContext): string | undefined {
  if (mcpReq?.envelope !== undefined) return undefined;
  return sessionId ?? (http === undefined && requestInfo === undefined ? "" : undefined);
}

/** What ends when the client gives up on a request. */
export function signalOf({ mcpReq, signal }: McpContext): AbortSignal {
  return mcpReq?.signal ?? signal ?? new AbortController().signal;
}

/** Tells the client of a request, in its own stream, that the list changed. One that has gone away is not told. */
export async function tellListChanged({ mcpReq, ...first }: McpContext): Promise<void> {
  const notification = { method: "notifications/tools/list_changed" };
  try {
    await (mcpReq === undefined ? first.sendNotification?.(notification) : mcpReq.notify(notification));
  } catch {
    // Said above.
  }
}
