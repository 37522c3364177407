import type { Source } from "../../catalog/source.ts";
import type { Handler, HandlerContext } from "../../tool/handler.ts";
import { toSourceId } from "../../tool/source-id.ts";
import type { Tool } from "../../tool/tool.ts";
import type { McpClient, McpTool } from "./mcp-client.ts";
import { fromMcpTool } from "./mcp-tool.ts";

/** What an MCP source can be told. */
export interface McpSourceOptions {
  /**
   * What the server listed earlier: with it, the server is first connected to by the first call. Without it, a function
   * that connects is called at the start; under a dialect that postpones sources, when a model looks for its tools.
   */
  readonly catalog?: readonly McpTool[];
}

/** The tools of an MCP server, through a connected client or through a function that connects one. */
export function mcpSource(
  name: string,
  client: McpClient | (() => Promise<McpClient>),
  options: McpSourceOptions = {},
): Source {
  const connect = typeof client === "function" ? connectOnce(client) : () => Promise.resolve(client);
  const handlers = new Map<string, Handler>();
  // One handler a name, however often it is listed: the catalog then sees that a tool is the one it knows.
  const handlerOf = (name: string): Handler => {
    const known =
      handlers.get(name) ??
      (async (input, context) => {
        const connected = await connect();
        return connected.callTool({ name, arguments: toArguments(input) }, toRequestOptions(context));
      });
    handlers.set(name, known);
    return known;
  };
  const toTool = (listed: McpTool): Tool =>
    fromMcpTool(listed, { type: "run", run: handlerOf(listed?.name) });
  return {
    id: toSourceId(name),
    title: name,
    kind: "mcp",
    connectsToList: typeof client === "function" && options.catalog === undefined,
    async list(signal) {
      if (options.catalog !== undefined) return { tools: options.catalog.map(toTool) };
      const connected = await connect();
      const instructions = connected.getInstructions?.();
      const tools = (await listAll(connected, signal)).map(toTool);
      return instructions === undefined ? { tools } : { tools, instructions };
    },
  };
}

async function listAll(client: McpClient, signal: AbortSignal): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { signal });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Connects when first needed; callers that come meanwhile share the attempt; a failed one is made again. */
function connectOnce(connect: () => Promise<McpClient>): () => Promise<McpClient> {
  let connection: Promise<McpClient> | undefined;
  return () => {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
}

function toArguments(input: unknown): Record<string, unknown> {
  return input as Record<string, unknown>;
}

function toRequestOptions({ signal, progress }: HandlerContext) {
  return { signal, onprogress: progress };
}
