// An MCP server written by hand, one misbehaviour a mode: what the SDK's own servers cannot be made to do.
import { createInterface } from "node:readline";

const mode = process.argv[2];
const OBJECT = { type: "object", properties: {} };
const FINE = {
  name: "fine",
  description: "Works.",
  inputSchema: OBJECT,
  annotations: { readOnlyHint: true },
};
let tools = [FINE];

if (mode === "malformed") {
  tools = [
    null,
    7,
    { name: "no-schema", description: "x" },
    { name: "wrong-type", description: "x", inputSchema: { type: "string" } },
    { name: "wrong-words", description: 12, inputSchema: OBJECT },
    { ...FINE, name: "odd-extras", annotations: null, outputSchema: "none", title: 3 },
    FINE,
  ];
}
if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (mode === "exit") {
  process.stderr.write("TOKEN is missing\n");
  process.exit(3);
}
if (mode === "noisy") {
  process.stdout.write("Welcome to the noisy server!\n");
  process.stderr.write("\u001b[31mlisten to me\u001b[0m\n".repeat(2000));
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || mode === "hang") continue;
  if (method === "initialize") {
    const capabilities = mode === "no-tools" ? {} : { tools: { listChanged: true } };
    const serverInfo = { name: "raw", version: "1" };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (method === "tools/list" && mode === "endless") {
    send({ id, result: { tools: [], nextCursor: "more" } });
  } else if (method === "tools/list" && mode !== "hang-on-list") {
    send({ id, result: { tools } });
  } else if (method === "tools/call" && mode === "changing") {
    tools = [FINE, { ...FINE, name: "late" }];
    send({ id, result: { content: [{ type: "text", text: "changed" }] } });
    send({ method: "notifications/tools/list_changed" });
  } else if (method === "tools/call") {
    const _meta = { "example.com/trace": "t1" };
    send({ id, result: { content: [{ type: "text", text: `pid ${process.pid}` }], _meta } });
  }
}
