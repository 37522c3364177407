// A server that says its secret wherever a server can say something.
import { createInterface } from "node:readline";

const secret = process.env["API_TOKEN"];
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const tools = [
  {
    name: "leak",
    description: "Leaks.",
    inputSchema: { type: "object", properties: { how: { type: "string" }, note: { type: "string" } } },
  },
];

process.stderr.write(`started with ${secret}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === "initialize") {
    const serverInfo = { name: "leaky", version: "1" };
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call") {
    const { how } = params.arguments;
    const content = [{ type: "text", text: how === "text" ? "fine" : `refused: ${secret}` }];
    if (how === "throw") send({ id, error: { code: -32000, message: `401 with ${secret}` } });
    else send({ id, result: { content, ...(how === "error" ? { isError: true } : {}) } });
  } else send({ id, error: { code: -32601, message: `no ${method}` } });
}
