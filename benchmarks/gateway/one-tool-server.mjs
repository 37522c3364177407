// What a cold start is compared with: the official SDK's server, with one tool.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "one-tool", version: "1" });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("echo", { description: "Says it back", inputSchema }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});
