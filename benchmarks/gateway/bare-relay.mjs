// What the gateway's relay is compared with: the least that the official SDK needs to hand calls on to one server.
import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [, , port, command, ...args] = process.argv;
const upstream = new Client({ name: "bare-relay", version: "1" });
await upstream.connect(new StdioClientTransport({ command, args }));

const factory = () => {
  const server = new Server({ name: "bare-relay", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", ({ params }) => upstream.listTools(params));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    upstream.callTool({ name: params.name, arguments: params.arguments }, { signal: mcpReq.signal }),
  );
  return server;
};

if (port === "stdio") serveStdio(factory);
else createServer(toNodeHandler(createMcpHandler(factory))).listen(Number(port), "127.0.0.1");
