import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, type GatewayConfig, type RemoteServer } from "plimsoll";

type Item = Readonly<Record<string, unknown>>;

/** What a server of a test offers; it may be changed while it is served. */
export interface VirtualServer {
  tools: readonly Item[];
  prompts?: readonly Item[];
  resources?: readonly Item[];
  resourceTemplates?: readonly Item[];
  instructions?: string;
}

/** Servers of the older era that are all in this process. */
export interface VirtualServers {
  /** Their entries in a config. */
  readonly config: GatewayConfig;
  /** What they were asked to do, beside listing. */
  readonly asked: { readonly server: string; readonly method: string; readonly params: Item }[];
  close(): Promise<void>;
}

/** Serves what a test makes up, by name. Prompts, resources and tools answer what they were asked for. */
export async function serveVirtually(
  servers: Readonly<Record<string, VirtualServer>>,
): Promise<VirtualServers> {
  const asked: VirtualServers["asked"] = [];
  const http = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? "").slice(1));
    const served = servers[name];
    if (request.method !== "POST" || served === undefined) return void response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(await bodyOf(request));
    if (id === undefined) return void response.writeHead(202).end();
    if (!method.endsWith("/list") && method !== "initialize" && method !== "server/discover") {
      asked.push({ server: name, method, params });
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer(served, method, params) }));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const entries = Object.keys(servers).map(
    (name): RemoteServer => ({
      type: "http",
      name,
      limits: DEFAULT_LIMITS,
      url: `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
      headers: {},
    }),
  );
  return {
    config: {
      file: "/virtual/plimsoll.json",
      servers: entries,
      setAside: [],
      profiles: {},
      settings: DEFAULT_SETTINGS,
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function answer(served: VirtualServer, method: string, params: Item): { result: unknown } | { error: Item } {
  const { tools, prompts = [], resources = [], resourceTemplates = [], instructions } = served;
  const has = (items: readonly Item[], key: string, value: unknown): boolean =>
    items.some((item) => item[key] === value);
  const missing = (code: number): { error: Item } => ({
    error: { code, message: "There is no such thing." },
  });
  const text = `${method} ${JSON.stringify({ ...params, _meta: undefined })}`;
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
          serverInfo: { name: "virtual", version: "1" },
          ...(instructions === undefined ? {} : { instructions }),
        },
      };
    case "tools/list":
      return { result: { tools } };
    case "prompts/list":
      return { result: { prompts } };
    case "resources/list":
      return { result: { resources } };
    case "resources/templates/list":
      return { result: { resourceTemplates } };
    case "tools/call":
      return has(tools, "name", params["name"])
        ? { result: { content: [{ type: "text", text }] } }
        : missing(-32602);
    case "prompts/get":
      if (!has(prompts, "name", params["name"])) return missing(-32602);
      return { result: { messages: [{ role: "user", content: { type: "text", text } }] } };
    case "resources/read":
      if (!has(resources, "uri", params["uri"])) return missing(-32002);
      return { result: { contents: [{ uri: params["uri"], text }] } };
    case "completion/complete":
      return { result: { completion: { values: [text] } } };
    default:
      return missing(-32601);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += piece;
  return body;
}
