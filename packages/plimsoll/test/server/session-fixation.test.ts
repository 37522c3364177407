import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BY_NAME } from "../support/by-name.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { configOf, raw } from "../support/servers.ts";

const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const PARAMS = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp(configOf(raw("fine")), { authenticator: BY_NAME });
}, 60_000);
afterAll(() => http.close());

function send(
  principal: string | undefined,
  { session, method = "POST", body }: { session?: string; method?: string; body?: object },
): Promise<Response> {
  const headers = {
    ...JSON_TYPE,
    ...(principal === undefined ? {} : { "x-test-principal": principal }),
    ...(session === undefined ? {} : { "mcp-session-id": session }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return fetch(http.url, init);
}

const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: PARAMS };
const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };

async function begin(principal: string | undefined, session?: string): Promise<string> {
  const response = await send(principal, { body: initialize, ...(session === undefined ? {} : { session }) });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

describe("a session", () => {
  it("has an id that the gateway chose, also where the client brought one", async () => {
    const chosen = "a".repeat(32);
    const session = await begin("ada", chosen);
    expect(session).toMatch(/^[\w-]{32}$/);
    expect(session).not.toBe(chosen);
    expect((await send("ada", { session: chosen, body: list })).status).toBe(404);
    const ofBob = await begin("bob");
    expect(await begin("ada", ofBob)).not.toBe(ofBob);
    expect((await send("ada", { session: ofBob, body: list })).status).toBe(404);
  });

  it.each([
    ["another principal", "bob"],
    ["nobody in particular", undefined],
    ["somebody named after its keys", "ada session:"],
  ])("is not there for %s: neither to use, nor to listen to, nor to end", async (_title, other) => {
    const session = await begin("ada");
    for (const request of [{ body: list }, { method: "GET" }, { method: "DELETE" }]) {
      expect((await send(other, { session, ...request })).status).toBe(404);
    }
    expect((await send("ada", { session, body: list })).status).toBe(200);
  });

  it("of nobody in particular is not a principal's", async () => {
    const session = await begin(undefined);
    expect((await send("anonymous", { session, body: list })).status).toBe(404);
    expect((await send(undefined, { session, body: list })).status).toBe(200);
  });

  it("that has ended is not begun again by its id", async () => {
    const session = await begin("ada");
    await send("ada", { session, method: "DELETE" });
    expect((await send("ada", { session, body: list })).status).toBe(404);
    expect(await begin("ada", session)).not.toBe(session);
    expect((await send("ada", { session, body: list })).status).toBe(404);
  });
});
