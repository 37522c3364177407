import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createRuntime, defineTool } from "@plimsoll/core";
import { z } from "zod";
import { type Comparison, compare } from "../comparison.ts";

const input = z.object({ id: z.string() });

/** A call through the bridge beside the same tool behind the official SDK's server, both in this process. */
export async function compareDispatch(): Promise<Comparison[]> {
  const runtime = createRuntime({
    tools: [defineTool({ name: "get_issue", description: "Read an issue", input, run: ({ id }) => id })],
  });
  const server = new McpServer({ name: "peer", version: "1" });
  server.registerTool("get_issue", { description: "Read an issue", inputSchema: input }, async ({ id }) => ({
    content: [{ type: "text", text: id }],
  }));
  const client = new Client({ name: "peer", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const through = { name: "get_issue", arguments: { id: "1" } };
  const comparison = await compare(
    "one call",
    { name: "tool_call", run: () => runtime.call({ name: "tool_call", arguments: through }) },
    { name: "MCP server in memory", run: () => client.callTool(through) },
  );
  await client.close();
  return [comparison];
}
