import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindPort } from "../../src/server/http-server.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { configOf, raw } from "../support/servers.ts";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };

let gateway: HttpGateway;
beforeAll(async () => {
  gateway = await serveHttp(configOf(raw("fine")));
});
afterAll(() => gateway.close());

// `fetch` does not let a program choose the Host header.
function send(
  { path = "/mcp", method = "POST", headers = {} }: { path?: string; method?: string; headers?: object },
  body = LIST,
): Promise<{ status: number | undefined; type: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const options = { hostname, port, path, method, headers: { ...JSON_TYPE, ...headers } };
    const sent = request(options, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        resolve({ status: response.statusCode, type: response.headers["content-type"], text });
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

  it("has no stream to open and no session to end", async () => {
    expect((await send({ method: "GET" })).status).toBe(405);
    expect((await send({ method: "DELETE" })).status).toBe(405);
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
