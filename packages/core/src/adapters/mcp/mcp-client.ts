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
}

/** What is used of an MCP client: any client of the official SDK, version 2, fits. */
export interface McpClient {
  listTools(
    params?: { readonly cursor?: string },
    options?: McpRequestOptions,
  ): Promise<{ readonly tools: readonly McpTool[]; readonly nextCursor?: string | undefined }>;
  callTool(
    params: { readonly name: string; readonly arguments?: Record<string, unknown> },
    options?: McpRequestOptions,
  ): Promise<unknown>;
  getInstructions?(): string | undefined;
}

/** What a request can be given beside its parameters. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}
