// A server that tells everybody what it was started with: in its list, errors, failures, logs and last words. With a
// port as its first argument it does so over HTTP, of what it is sent; with "dead" it ends before it answers.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, ProtocolError, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [mode] = process.argv.slice(2);
let known = JSON.stringify([process.env, process.argv]);
const all = () => [known, Buffer.from(known).toString("utf8"), encodeURIComponent(known)].join("\n");
const schema = { type: "object", properties: { how: { type: "string" } } };

function build() {
  const server = new Server({ name: "leaky", version: "1" }, { capabilities: { tools: {}, logging: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "leak", description: `Leaks. ${all()}`, inputSchema: schema }],
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    process.stderr.write(`called with ${all()}\n`);
    await mcpReq.notify({ method: "notifications/message", params: { level: "error", data: all() } });
    switch (params.arguments?.how) {
      case "fail":
        throw new ProtocolError(4242, `No: ${all()}`, { all: all(), [all()]: true });
      case "refuse":
        return { content: [{ type: "text", text: all() }], structuredContent: { all: all() }, isError: true };
      case "crash":
        process.stderr.write(`${"x".repeat(3990)}${all()}\n`, () => process.exit(3));
        return new Promise(() => undefined);
      default:
        return { content: [{ type: "text", text: "worked" }] };
    }
  });
  return server;
}

if (mode === "dead") {
  process.stderr.write(`dead: ${all()}\n`, () => process.exit(3));
} else if (/^\d+$/.test(mode ?? "")) {
  const handle = toNodeHandler(createMcpHandler(build));
  createServer((request, response) => {
    known = JSON.stringify([request.url, request.headers]);
    if (!request.url.startsWith("/broken")) return handle(request, response);
    response.writeHead(500, { "content-type": "text/plain" });
    response.end(all());
  }).listen(Number(mode), "127.0.0.1", () => process.stdout.write("listening\n"));
} else {
  serveStdio(build);
}
