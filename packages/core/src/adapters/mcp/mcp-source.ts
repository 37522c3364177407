import type { Source } from "../../catalog/source.ts";
import type { Handler } from "../../tool/handler.ts";
import { toSourceId } from "../../tool/source-id.ts";
import type { Tool } from "../../tool/tool.ts";
import { callTool } from "./call-tool.ts";
import { connectedBy, connectOnDemand } from "./connection.ts";
import { followList } from "./follow-list.ts";
import { listTools } from "./list-tools.ts";
import type { McpClient, McpTool } from "./mcp-client.ts";
import { fromMcpTool } from "./mcp-tool.ts";

/** What an MCP source can be told. */
export interface McpSourceOptions {
  /**
   * What the server listed earlier: with it, the server is first connected to by the first call, and listed once it
   * says that its list changed. Without it, a function that connects is called at the start; under a dialect that
   * postpones sources, when a model looks for its tools.
   */
  readonly catalog?: readonly McpTool[];
}

/**
 * The tools of an MCP server, through a connected client or through a function that connects one. What the function
 * connected is connected again after it was lost, and closed with the runtime; a client that was handed over is not.
 */
export function mcpSource(
  name: string,
  client: McpClient | (() => Promise<McpClient>),
  options: McpSourceOptions = {},
): Source {
  const id = toSourceId(name);
  const listeners = new Set<() => void>();
  const changes = gather(() => {
    for (const listener of listeners) listener();
  });
  let stored = options.catalog;
  let unfollow = (): void => {};
  const follow = (connected: McpClient): void => {
    unfollow();
    unfollow = followList(connected, () => {
      stored = undefined;
      changes.tell();
    });
  };
  let connections = 0;
  let listings = 0;
  const connection =
    typeof client === "function"
      ? connectOnDemand(client, (connected) => {
          follow(connected);
          connections += 1;
          // The server may have changed while nobody listened to it; what is being listed is what it has now.
          if (connections > 1 && listings === 0 && stored === undefined) changes.tell();
        })
      : connectedBy(client);
  const handlers = new Map<string, Handler>();
  // One handler a name, however often it is listed: the catalog then sees that a tool is the one it knows.
  const handlerOf = (tool: string): Handler => {
    const known =
      handlers.get(tool) ??
      (async (input, context) => callTool(await connection.client(), tool, input, context));
    handlers.set(tool, known);
    return known;
  };
  const toTool = (listed: McpTool): Tool =>
    fromMcpTool(listed, { type: "run", run: handlerOf(listed?.name) });
  return {
    id,
    title: name,
    kind: "mcp",
    connectsToList: typeof client === "function" && options.catalog === undefined,
    async list(signal) {
      if (stored !== undefined) return { tools: stored.map(toTool) };
      listings += 1;
      try {
        const connected = await connection.client();
        const instructions = connected.getInstructions?.();
        const tools = (await listTools(connected, id, signal)).map(toTool);
        return instructions === undefined ? { tools } : { tools, instructions };
      } finally {
        listings -= 1;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      if (typeof client !== "function") follow(client);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    async close() {
      stop();
      await connection.close();
    },
  };

  function stop(): void {
    unfollow();
    changes.stop();
  }
}

/** Servers tell of every tool that comes or goes: what is told within this time is told on once. */
const GATHERED_MS = 100;

function gather(tell: () => void): { readonly tell: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    tell() {
      timer ??= setTimeout(() => {
        stop();
        tell();
      }, GATHERED_MS);
    },
    stop,
  };
}
