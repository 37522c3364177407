import type { JsonSchema } from "../../tool/json-schema.ts";
import type { ToolAnnotations } from "../../tool/tool.ts";

/** A tool as `tools/list` gives it. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** One page of `tools/list`. */
export interface McpToolPage {
  readonly tools: readonly McpTool[];
  readonly nextCursor?: string | undefined;
}

/**
 * What is used of an MCP client: any client of the official SDK fits, of version 1 or 2, and so does anything that can
 * list and call. What is optional here is used where it is there.
 */
export interface McpClient {
  listTools(params?: { readonly cursor?: string }, options?: McpRequestOptions): Promise<McpToolPage>;
  /** With the options behind the parameters; a client of SDK version 1 takes a result schema between them. */
  callTool(params: McpCallParams, ...options: never[]): Promise<unknown>;
  /** Lists where one malformed tool makes `listTools` refuse the whole page. */
  request?(...request: never[]): Promise<unknown>;
  getInstructions?(): string | undefined;
  getServerCapabilities?(): { readonly tools?: object | undefined } | undefined;
  /** `modern` since protocol 2026-07-28, where changes of the list have to be asked for. */
  getProtocolEra?(): string | undefined;
  listen?(filter: { readonly toolsListChanged: true }): Promise<{ close(): Promise<void> }>;
  setNotificationHandler?(...handler: never[]): void;
  /** Is told of what nobody else handles: changes of the list, unless the host handles them itself. */
  fallbackNotificationHandler?: ((notification: { method: string }) => Promise<void>) | undefined;
  /** Throws where the host answers such requests of the server itself. */
  assertCanSetRequestHandler?(...method: never[]): void;
  onclose?: (() => void) | undefined;
  close?(): Promise<void>;
}

/** What a call asks for; the last two go on with one that needed the user's answers. */
export interface McpCallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** What a request can be given beside its parameters. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
  /** Past what the client remembers of an earlier listing. */
  readonly cacheMode?: "refresh";
  /** Whether a result that asks for the user's answers is handed over, and not answered by the client. */
  readonly allowInputRequired?: boolean;
}
