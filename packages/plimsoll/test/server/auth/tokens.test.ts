import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccessToken } from "../../../src/server/auth/access-token.ts";
import { type TokenBook, tokenBookOf } from "../../../src/server/auth/token-book.ts";
import { type HttpGateway, serveHttp } from "../../support/http-gateway.ts";
import { createMeter } from "../../support/meter.ts";
import { readReply, toModernCall } from "../../support/modern-call.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { configOf, raw, temporaryFolder } from "../../support/servers.ts";

const HOUR_MS = 3_600_000;
const CONFIG = {
  ...configOf(raw("fine")),
  auth: { tokens: true },
  profiles: { support: {}, other: {} },
};
const FIND = { tool: "tool_find", arguments: { query: "fine" } };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

const meter = createMeter();
let http: HttpGateway;
let book: TokenBook;
let whole: string;
let scoped: string;
beforeAll(async () => {
  vi.stubEnv("PLIMSOLL_HOME", temporaryFolder());
  http = await serveHttp(CONFIG, { meter, recheckMs: 100 });
  book = await tokenBookOf(CONFIG.file);
  whole = (await book.create({ name: "ada", ttlMs: HOUR_MS })).token;
  scoped = (await book.create({ name: "sam", profiles: ["support"], ttlMs: HOUR_MS })).token;
}, 60_000);
afterAll(async () => {
  await http.close();
  vi.unstubAllEnvs();
});

function send(authorization: string | undefined, path = "/mcp", query = ""): Promise<Response> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return fetch(toModernCall(`${http.url.replace("/mcp", path)}${query}`, { ...FIND, headers }));
}

describe("a gateway that lets tokens in", () => {
  it("lets their bearers in, whatever the case of the scheme", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      expect((await send(`${scheme} ${whole}`)).status).toBe(200);
    }
  });

  it("challenges whoever has none, and says where to read how to get in", async () => {
    const response = await send(undefined);
    const { origin } = new URL(http.url);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32000 }, id: null });
  });

  it.each<[string, () => string]>([
    ["forged", () => `Bearer ${createAccessToken()}`],
    ["with a slip", () => `Bearer ${whole.slice(0, -1)}${whole.endsWith("0") ? "1" : "0"}`],
    ["cut", () => `Bearer ${whole.slice(0, -8)}`],
    ["of another kind", () => "Bearer eyJhbGciOiJub25lIn0.e30."],
    ["that is a hash of one", () => `Bearer plimsoll_${"0".repeat(64)}`],
  ])("refuses a token that is %s", async (_title, authorization) => {
    const response = await send(authorization());
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it.each(["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", `Bearer ${"x".repeat(9_000)}`, "plimsoll_x"])(
    "refuses the header Authorization: %.20s, which has no token",
    async (authorization) => {
      const response = await send(authorization);
      expect(response.status).toBe(400);
      expect(response.headers.get("www-authenticate")).toContain('error="invalid_request"');
    },
  );

  it.each(["access_token", "ACCESS_TOKEN", "token"])(
    "refuses a token in an address, where logs would keep it (%s)",
    async (key) => {
      for (const authorization of [undefined, `Bearer ${whole}`]) {
        const response = await send(authorization, "/mcp", `?${key}=${whole}`);
        expect(response.status).toBe(400);
        expect(await response.text()).not.toContain(whole);
      }
    },
  );

  it("refuses an expired token", async () => {
    const { token } = await book.create({ name: "late", ttlMs: -1 });
    expect((await send(`Bearer ${token}`)).status).toBe(401);
  });

  it("refuses a token from the very request on that follows its revocation", async () => {
    const { token, record } = await book.create({ name: "gone", ttlMs: HOUR_MS });
    expect((await send(`Bearer ${token}`)).status).toBe(200);
    await book.revoke(record.id);
    expect((await send(`Bearer ${token}`)).status).toBe(401);
  });

  it("cuts the stream of a token that is revoked while it listens", async () => {
    const { token, record } = await book.create({ name: "listener", ttlMs: HOUR_MS });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const begun = await fetch(http.url, { method: "POST", headers, body: JSON.stringify(INITIALIZE) });
    await begun.text();
    const session = begun.headers.get("mcp-session-id") ?? "";
    const stream = await fetch(http.url, { headers: { ...headers, "mcp-session-id": session } });
    expect(stream.status).toBe(200);
    await book.revoke(record.id);
    // Ends; a stream that goes on would keep the test waiting.
    await stream.text();
    expect(meter.counts.get("auth_refused invalid-token")).toBeGreaterThan(0);
  });

  it("tells a token for one profile the same of every other, be it there or not", async () => {
    expect((await send(`Bearer ${scoped}`, "/mcp/p/support")).status).toBe(200);
    expect((await send(`Bearer ${scoped}`, "/mcp/w/here/p/support")).status).toBe(200);
    const answers = [];
    for (const path of ["/mcp/p/other", "/mcp/p/no-such", "/mcp/p/Support", "/mcp/p/__proto__"]) {
      const response = await send(`Bearer ${scoped}`, path);
      const challenge = response.headers.get("www-authenticate")?.replace(path, "PATH");
      answers.push(JSON.stringify([response.status, challenge, await response.json()]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("403");
    expect(answers[0]).toContain("insufficient_scope");
    expect((await send(`Bearer ${scoped}`, "/mcp")).status).toBe(403);
    expect((await send(`Bearer ${scoped}`, "/mcp/w/here")).status).toBe(403);
  });

  it("says which profiles there are only to a token for everything", async () => {
    const response = await send(`Bearer ${whole}`, "/mcp/p/no-such");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("support, other");
    expect(await (await send(undefined, "/mcp/p/no-such")).text()).not.toContain("support");
  });

  it("keeps what is one bearer's from another: results and sessions", async () => {
    const other = (await book.create({ name: "bob", ttlMs: HOUR_MS })).token;
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const begin = await fetch(http.url, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${whole}` },
      body: JSON.stringify(INITIALIZE),
    });
    await begin.text();
    const session = begin.headers.get("mcp-session-id") ?? "";
    const statusFor = async (token: string): Promise<number> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
      const authorization = `Bearer ${token}`;
      const sent = { ...headers, authorization, "mcp-session-id": session };
      return (await fetch(http.url, { method: "POST", headers: sent, body })).status;
    };
    expect(await statusFor(whole)).toBe(200);
    expect(await statusFor(other)).toBe(404);
  });

  it("reads no body of somebody who may not come in", async () => {
    const head = [
      "POST /mcp HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      "Content-Length: 1000000",
      "",
      "",
    ].join("\r\n");
    // The body never comes: an answer means that nobody waited for it.
    expect(await sendRaw(http.url, head)).toMatch(/^HTTP\/1.1 401 /);
  });

  it("answers a call as ever", async () => {
    const reply = await readReply<{ result: unknown }>(await send(`Bearer ${whole}`));
    expect(reply.result).toMatchObject({ structuredContent: expect.anything() });
  });
});
