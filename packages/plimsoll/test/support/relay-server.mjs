// A server of either era, made to show what comes through the gateway and what does not.
import { inputRequired, ProtocolError, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

const OBJECT = { type: "object", properties: {} };
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const TOOLS = [
  { name: "meta", description: "Shows what came along with the call.", inputSchema: OBJECT },
  { name: "fail", description: "Fails with an error of the protocol.", inputSchema: OBJECT },
  { name: "ask", description: "Asks the user for a name.", inputSchema: OBJECT },
  { name: "blocks", description: "Gives a block of every kind.", inputSchema: OBJECT },
  { name: "log", description: "Logs a warning and a detail.", inputSchema: OBJECT },
  { name: "touch", description: "Updates a resource.", inputSchema: OBJECT },
  {
    name: "long",
    description: "Gives many lines.",
    inputSchema: { type: "object", properties: { lines: { type: "integer" } }, required: ["lines"] },
    annotations: { readOnlyHint: true },
  },
  {
    name: "data",
    description: "Gives much data and few words.",
    inputSchema: { type: "object", properties: { items: { type: "integer" } }, required: ["items"] },
  },
  {
    name: "rich",
    title: "A rich tool",
    description: "Has everything a tool can have.",
    inputSchema: {
      type: "object",
      properties: {
        region: { type: "string", "x-mcp-header": "Region" },
        "x-mcp-header": { type: "string", description: "A parameter of that very name" },
      },
      required: ["region"],
    },
    outputSchema: { type: "object", properties: { region: { type: "string" } }, required: ["region"] },
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: { "example.com/kind": "rich" },
  },
];

const BLOCKS = [
  {
    type: "text",
    text: "words",
    annotations: { priority: 0.5, audience: ["user"] },
    _meta: { "example.com/n": 1 },
  },
  { type: "image", data: PIXEL, mimeType: "image/png" },
  { type: "audio", data: "AAAA", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "relay://one", mimeType: "text/plain", text: "one" } },
  { type: "resource", resource: { uri: "relay://blob", mimeType: "application/octet-stream", blob: "AAAA" } },
  { type: "resource_link", uri: "relay://items/7?from=link", name: "seven" },
  { type: "resource_link", uri: "https://example.com/x", name: "open to all" },
];

const ASK = {
  name: {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: "Who are you?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
  },
};

function text(value) {
  return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }] };
}

function asks({ mcpReq }, answered) {
  const answer = mcpReq.inputResponses?.name;
  if (answer === undefined) return inputRequired({ inputRequests: ASK, requestState: "state of the server" });
  return answered(`${answer.action} ${answer.content?.name} ${mcpReq.requestState()}`);
}

const CALLS = {
  meta: (_input, { mcpReq }) =>
    text({
      meta: mcpReq._meta,
      capabilities: mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"],
    }),
  fail: () => {
    throw new ProtocolError(4242, "The disk is full.", { free: 0 });
  },
  ask: (_input, context) => asks(context, text),
  blocks: () => ({ content: BLOCKS, structuredContent: { n: [1, null] }, _meta: { "example.com/b": 2 } }),
  log: async (_input, { mcpReq }) => {
    await mcpReq.log("warning", { text: "careful" }, "relay");
    await mcpReq.log("debug", { text: "detail" }, "relay");
    return text("logged");
  },
  touch: (_input, _context, server) => {
    setTimeout(() => server.sendResourceUpdated({ uri: "relay://one" }), 50);
    return text("touched");
  },
  long: ({ lines }) => text(Array.from({ length: lines }, (_, at) => `This is line ${at + 1}.`).join("\n")),
  data: ({ items }) => ({
    content: [{ type: "text", text: "See the data." }],
    structuredContent: { items: Array.from({ length: items }, (_, at) => ({ id: at, label: `item ${at}` })) },
  }),
  rich: ({ region }) => ({ ...text({ region }), structuredContent: { region } }),
};

function create() {
  const server = new Server(
    { name: "relay", version: "1" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      instructions: "# Relay\n\nShows what comes through. A second sentence that nobody is told.",
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: TOOLS }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const call = CALLS[params.name];
    if (call === undefined) throw new ProtocolError(-32602, `Tool ${params.name} not found`);
    return call(params.arguments ?? {}, context, server);
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      { name: "greet", description: "Greets.", arguments: [{ name: "who", required: true }] },
      { name: "ask.me", description: "Asks first." },
    ],
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const message = (words) => ({ messages: [{ role: "user", content: { type: "text", text: words } }] });
    if (params.name === "ask.me") return asks(context, message);
    return {
      messages: [
        ...message(`Hello ${params.arguments?.who}`).messages,
        { role: "user", content: { type: "resource", resource: { uri: "relay://one", text: "one" } } },
      ],
    };
  });
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri: "relay://one", name: "one" }] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "relay://items/{id}{?from}", name: "items" }],
  }));
  server.setRequestHandler("resources/read", ({ params }, context) => {
    if (params.uri === "relay://ask") {
      return asks(context, (words) => ({ contents: [{ uri: params.uri, text: words }] }));
    }
    if (params.uri !== "relay://one" && !params.uri.startsWith("relay://items/")) {
      throw new ProtocolError(-32602, `Resource not found: ${params.uri}`, { uri: params.uri });
    }
    return {
      contents: [{ uri: params.uri, mimeType: "text/plain", text: `read ${params.uri}` }],
      ttlMs: 60_000,
      cacheScope: "public",
    };
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", ({ params }) => ({
    completion: { values: [`${params.ref.name ?? params.ref.uri}:${params.argument.value}`], total: 1 },
  }));
  return server;
}

// Of the newer era, or of the older one alone.
if (process.env["PLIMSOLL_TEST_ERA"] === "legacy") await create().connect(new StdioServerTransport());
else serveStdio(create);
