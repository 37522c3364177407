// An MCP server that lists the tools of a file, as they stand there when it is asked; its tools say who they are.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const file = process.argv[2];
const running = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "notifications/cancelled") {
    clearTimeout(running.get(params.requestId));
    process.stderr.write("cancelled\n");
    if (process.argv[3] !== undefined) (await import("node:fs")).writeFileSync(process.argv[3], "cancelled");
  }
  if (id === undefined) continue;
  if (method === "initialize") {
    const { protocolVersion } = params;
    send({
      id,
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "f", version: "1" } },
    });
  } else if (method === "tools/list") {
    send({ id, result: { tools: JSON.parse(readFileSync(file, "utf8")) } });
  } else if (method === "tools/call" && params.name === "slow") {
    const { progressToken } = params._meta ?? {};
    send({
      method: "notifications/progress",
      params: { progressToken, progress: 1, total: 2, message: "half" },
    });
    running.set(
      id,
      setTimeout(() => send({ id, result: { content: [{ type: "text", text: "late" }] } }), 60_000),
    );
  } else if (method === "tools/call" && params.name === "broken") {
    send({ id, result: { content: [{ type: "text", text: "it is broken" }], isError: true } });
  } else if (method === "tools/call") {
    send({ id, result: { content: [{ type: "text", text: `pid ${process.pid}` }] } });
  } else {
    send({ id, error: { code: -32601, message: "Method not found" } });
  }
}
