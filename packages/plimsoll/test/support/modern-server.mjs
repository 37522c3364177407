// A server of the newer era alone, over stdio or, with a port as its argument, over HTTP.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, ProtocolError, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const OBJECT = { type: "object", properties: {} };
let tools = [{ name: "modern", description: "Works.", inputSchema: OBJECT }];
let announce = () => undefined;

function build() {
  const server = new Server(
    { name: "modern", version: "1" },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      instructions: "Be modern.",
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri: "x:y", name: "x" }] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", () => ({ contents: [] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    switch (params.arguments?.do) {
      case "fail":
        throw new ProtocolError(4242, "No.", { why: "kept" });
      case "ask":
        return mcpReq.inputResponses === undefined
          ? {
              resultType: "input_required",
              inputRequests: {
                q: {
                  method: "elicitation/create",
                  params: { mode: "form", message: "?", requestedSchema: OBJECT },
                },
              },
              requestState: "state",
            }
          : {
              content: [
                { type: "text", text: JSON.stringify([mcpReq.inputResponses, mcpReq.requestState()]) },
              ],
            };
      case "change":
        tools = [...tools, { name: `late${tools.length}`, description: "x", inputSchema: OBJECT }];
        await announce(server);
        return { content: [] };
      case "touch":
        await server.sendResourceUpdated({ uri: "x:y" });
        return { content: [] };
      default:
        return {
          content: [{ type: "text", text: JSON.stringify(mcpReq.envelope) }],
          structuredContent: [1, "two"],
        };
    }
  });
  return server;
}

const port = process.argv[2];
if (port === undefined) {
  announce = (server) => server.sendToolListChanged();
  serveStdio(build, { legacy: "reject" });
} else {
  const handler = createMcpHandler(build, { legacy: "reject" });
  announce = () => handler.notify.toolsChanged();
  createServer(toNodeHandler(handler)).listen(Number(port), "127.0.0.1", () =>
    process.stdout.write("listening\n"),
  );
}
