import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindPort } from "../../src/server/http-server.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { configOf, raw } from "../support/servers.ts";

const VERSION = "2026-07-28";
const LIST = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": VERSION,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});
const LEGACY_LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const MODERN = { "mcp-protocol-version": VERSION, "mcp-method": "tools/list" };

let gateway: HttpGateway;
beforeAll(async () => {
  gateway = await serveHttp({ ...configOf(raw("fine")), profiles: { own: {}, "other name": {} } });
});
afterAll(() => gateway.close());

// `fetch` does not let a program choose the Host header.
function send(
  { path = "/mcp", method = "POST", headers = {} }: { path?: string; method?: string; headers?: object },
  body = LIST,
): Promise<{
  status: number | undefined;
  type: string | undefined;
  session: string | undefined;
  text: string;
}> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const own = body === LIST ? MODERN : {};
    const options = { hostname, port, path, method, headers: { ...JSON_TYPE, ...own, ...headers } };
    const sent = request(options, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const { "content-type": type, "mcp-session-id": session } = response.headers;
        resolve({ status: response.statusCode, type, session: session?.toString(), text });
      });
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

describe("the HTTP front", () => {
  it("answers a plain request at /mcp", async () => {
    const { status, text } = await send({});
    expect(status).toBe(200);
    expect(text).toContain('"name":"tool_find"');
  });

  it.each([
    ["localhost", 200],
    ["127.0.0.1:9", 200],
    ["evil.com", 403],
    ["localhost.evil.com", 403],
    ["127.0.0.1.evil.com:7077", 403],
  ])("answers the Host %s with %i", async (host, status) => {
    expect((await send({ headers: { host } })).status).toBe(status);
  });

  it.each([
    ["http://localhost:3000", 200],
    ["http://evil.com", 403],
    ["http://localhost.evil.com", 403],
    ["null", 403],
  ])("answers the Origin %s with %i", async (origin, status) => {
    expect((await send({ headers: { origin } })).status).toBe(status);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "refuses the content type %s, which a page may send without asking",
    async (type) => {
      expect((await send({ headers: { "content-type": type } })).status).toBe(415);
    },
  );

  it.each(["/", "/mcp/", "/mcp/x", "/MCP", "/favicon.ico", "//mcp"])(
    "has nothing at %s, and says where MCP is",
    async (path) => {
      const answer = await send({ path, method: "GET" });
      expect(answer).toMatchObject({ status: 404, type: "application/json" });
      expect(JSON.parse(answer.text)).toEqual({ error: "There is nothing here. MCP is at /mcp." });
    },
  );

  it.each(["/mcp/p/none", "/mcp/w/here/p/none"])(
    "has no profile at %s that the config has not",
    async (path) => {
      const answer = await send({ path });
      expect(answer).toMatchObject({ status: 404, type: "application/json" });
      expect(JSON.parse(answer.text)).toEqual({
        error: 'There is no profile "none". The config has: own, other name.',
      });
    },
  );

  it.each(["/mcp/p/own", "/mcp/p/other%20name", "/mcp/w/here", "/mcp/w/%C3%BC%2F/p/own"])(
    "serves the part of the gateway at %s",
    async (path) => {
      expect((await send({ path })).status).toBe(200);
    },
  );

  it("begins a session in the older era, and ends it", async () => {
    const { status, session, text } = await send({}, INITIALIZE);
    expect(status).toBe(200);
    expect(text).toContain('"protocolVersion":"2025-03-26"');
    expect(session).toMatch(/^[\w-]{32}$/);
    const headers = { "mcp-session-id": session };
    const list = JSON.stringify(LEGACY_LIST);
    expect(await send({ headers }, list)).toMatchObject({
      status: 200,
      text: expect.stringContaining("tool_load"),
    });
    expect((await send({ headers, method: "DELETE" })).status).toBe(200);
    expect((await send({ headers }, list)).status).toBe(404);
    expect((await send({ headers, method: "DELETE" })).status).toBe(404);
    expect((await send({ headers, method: "GET" })).status).toBe(404);
  });

  it("asks for a session in the older era, and for one that is there", async () => {
    const list = JSON.stringify(LEGACY_LIST);
    expect((await send({}, list)).status).toBe(400);
    expect((await send({ method: "GET" })).status).toBe(400);
    expect((await send({ method: "DELETE" })).status).toBe(400);
    expect((await send({ method: "PUT" })).status).toBe(405);
    expect((await send({ headers: { "mcp-session-id": "guessed" } }, list)).status).toBe(404);
  });

  it("answers a batch, as the older era had them", async () => {
    const { session } = await send({}, INITIALIZE);
    const headers = { "mcp-session-id": session };
    const call = { name: "tool_find", arguments: { query: "fine" } };
    const batch = [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      LEGACY_LIST,
      { jsonrpc: "2.0", id: "call", method: "tools/call", params: call },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
    ];
    const { status, text } = await send({ headers }, JSON.stringify(batch));
    expect(status).toBe(200);
    const answers = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ""));
    expect(answers.map(({ id }) => id).sort()).toEqual([2, "call"]);
    expect((await send({ headers }, JSON.stringify(batch.slice(0, 1)))).status).toBe(202);
    expect((await send({ headers }, JSON.stringify(batch.slice(3)))).status).toBe(202);
  });

  it("survives bodies that are not JSON-RPC", async () => {
    for (const body of ["", "{", "null", "[]", '"x"', '{"jsonrpc":"2.0"}', "\0".repeat(100)]) {
      expect((await send({}, body)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await send({}, "x".repeat(5 * 1024 * 1024))).status).toBe(413);
    expect((await send({})).status).toBe(200);
  });
});

it("says that a port is taken before anything is started on it", async () => {
  const port = Number(new URL(gateway.url).port);
  await expect(bindPort(port)).rejects.toMatchObject({
    code: "PORT_TAKEN",
    message: `Port ${port} is taken by another program. Choose another one: --port ${port + 1}.`,
  });
});
