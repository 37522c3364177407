import { type McpServerFactory, Server } from "@modelcontextprotocol/server";
import type { Gateway } from "../gateway.ts";
import { checkHops } from "../upstream/hops.ts";
import { VERSION } from "../version.ts";
import { toCallResult } from "./call-result.ts";
import { toInstructions } from "./instructions.ts";
import { toListedTools } from "./listed-tools.ts";
import { createProgressRelay } from "./progress-relay.ts";

const HOUR_MS = 3_600_000;

/**
 * The gateway as an MCP server of either era. The factory runs for every HTTP request and for every stdio
 * connection, so everything that lasts is in the gateway, and making a server is cheap.
 */
export function createServerFactory(gateway: Gateway): McpServerFactory {
  const tools = toListedTools(gateway.runtime.dialect);
  const instructions = toInstructions(gateway);
  return () => {
    const server = new Server(
      { name: "plimsoll", title: "Plimsoll", version: VERSION },
      {
        capabilities: { tools: {} },
        instructions,
        cacheHints: {
          "server/discover": { ttlMs: HOUR_MS, cacheScope: "private" },
          "tools/list": { ttlMs: 0, cacheScope: "private" },
        },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const loop = checkHops({ meta: context.mcpReq._meta }, gateway.id);
      if (loop !== undefined) return { content: [{ type: "text", text: loop }], isError: true };
      await gateway.listed();
      const relay = createProgressRelay(context);
      const answer = await gateway.runtime.call(
        { name: params.name, arguments: params.arguments },
        { signal: context.mcpReq.signal, progress: relay.report },
      );
      await relay.settled();
      return server.projectCallToolResult(toCallResult(answer), undefined);
    });
    return server;
  };
}
