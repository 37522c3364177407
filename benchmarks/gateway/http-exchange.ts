import { Agent, request } from "node:http";
import { ENVELOPE, INITIALIZE } from "./stdio-exchange.ts";

/** A server at a URL, spoken to over one kept connection: no SDK's client takes part in what is measured. */
export interface HttpExchange {
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): void;
}

interface Received {
  readonly session: string | undefined;
  readonly text: string;
}

/** Connects as a client of the older revision does, with a session if the server gives one. */
export async function connectLegacy(url: string): Promise<HttpExchange> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const version = { "mcp-protocol-version": INITIALIZE.protocolVersion };
  let id = 0;
  const opened = await post(url, agent, {}, toRequest(++id, "initialize", INITIALIZE));
  const session = opened.session === undefined ? {} : { "mcp-session-id": opened.session };
  const headers = { ...version, ...session };
  await post(url, agent, headers, { jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    request: async (method, params) =>
      readResult(await post(url, agent, headers, toRequest(++id, method, params))),
    close: () => agent.destroy(),
  };
}

/** Speaks the newer revision, which has no connections: everything is in each request. */
export function connectModern(url: string): HttpExchange {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let id = 0;
  return {
    async request(method, params) {
      const headers = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
      };
      const body = toRequest(++id, method, { ...params, _meta: ENVELOPE });
      return readResult(await post(url, agent, headers, body));
    },
    close: () => agent.destroy(),
  };
}

/** Sends JSON, and reads the whole answer. */
export function post(url: string, agent: Agent, headers: object, body: object): Promise<Received> {
  return new Promise((resolve, reject) => {
    const accept = "application/json, text/event-stream";
    const options = {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", accept, ...headers },
    };
    const sent = request(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const session = response.headers["mcp-session-id"];
        resolve({ session: typeof session === "string" ? session : undefined, text });
      });
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

function toRequest(id: number, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

// Either plain JSON, or a stream of events, whose last one is the answer.
function readResult({ text }: Received): unknown {
  const events = text.split("\n").filter((line) => line.startsWith("data: {"));
  const { result, error } = JSON.parse(events.at(-1)?.slice("data: ".length) ?? text);
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
