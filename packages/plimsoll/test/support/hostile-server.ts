import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_LIMITS, type RemoteServer } from "plimsoll";

/** A server of the older era over HTTP that answers with whatever text it is given. */
export interface HostileServer {
  readonly config: RemoteServer;
  /** The text of the next results, by method; it need not be JSON. */
  readonly results: Map<string, string>;
  close(): Promise<void>;
}

const FINE = '{"content":[{"type":"text","text":"fine"}]}';
const LISTS = ["tools", "prompts", "resources", "resourceTemplates"] as const;
const INTRODUCTION = {
  capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
  serverInfo: { name: "hostile", version: "1" },
};

/** Starts one on a free port, with a tool, a prompt and a resource that work. */
export async function hostileServer(): Promise<HostileServer> {
  const results = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const result = method === "initialize" ? introduce(params) : (results.get(method) ?? usual(method));
    const failure = '"error":{"code":-32601,"message":"Method not found"}';
    const answer = method === "server/discover" ? failure : `"result":${result}`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      type: "http",
      name: "hostile",
      limits: { ...DEFAULT_LIMITS, timeoutSeconds: 20 },
      url: `http://127.0.0.1:${port}/mcp`,
      headers: {},
    },
    results,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function introduce({ protocolVersion }: { readonly protocolVersion: string }): string {
  return JSON.stringify({ protocolVersion, ...INTRODUCTION });
}

function usual(method: string): string {
  const tool = { name: "work", description: "Works.", inputSchema: { type: "object" } };
  switch (method) {
    case "tools/list":
      return JSON.stringify({ tools: [tool] });
    case "prompts/list":
      return JSON.stringify({ prompts: [{ name: "ask" }] });
    case "resources/list":
      return JSON.stringify({ resources: [{ uri: "x://1", name: "one" }] });
    case "resources/templates/list":
      return JSON.stringify({ resourceTemplates: [{ uriTemplate: "x://{id}", name: "any" }] });
    default:
      return FINE;
  }
}

/** The methods that list, with the member that holds what is listed. */
export const LISTINGS: readonly (readonly [method: string, member: (typeof LISTS)[number]])[] = [
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
];
