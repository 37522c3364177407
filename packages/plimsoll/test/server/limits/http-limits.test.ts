import {
  DEFAULT_REQUEST_LIMITS,
  DEFAULT_SETTINGS,
  type GatewayConfig,
  type ProfileConfig,
  type RequestLimits,
  type StdioServer,
} from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { BY_NAME } from "../../support/by-name.ts";
import { type HttpGateway, serveHttp } from "../../support/http-gateway.ts";
import { createMeter, type ReadableMeter } from "../../support/meter.ts";
import { readReply, toModernCall } from "../../support/modern-call.ts";
import { configOf, raw, relayed } from "../../support/servers.ts";

const PATIENT = { timeout: 20_000 };
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

let http: HttpGateway | undefined;
let meter: ReadableMeter;
afterEach(() => http?.close());

async function serve(
  limits: Partial<RequestLimits>,
  server: StdioServer = raw("fine"),
  profiles: Readonly<Record<string, ProfileConfig>> = {},
): Promise<HttpGateway> {
  meter = createMeter();
  const config: GatewayConfig = {
    ...configOf(server),
    profiles,
    settings: DEFAULT_SETTINGS,
    limits: { ...DEFAULT_REQUEST_LIMITS, ...limits },
  };
  http = await serveHttp(config, { meter, authenticator: BY_NAME });
  return http;
}

const as = (principal: string): Record<string, string> => ({ "x-test-principal": principal });

function find(url: string, principal = "ada"): Promise<Response> {
  return fetch(
    toModernCall(url, { tool: "tool_find", arguments: { query: "fine" }, headers: as(principal) }),
  );
}

function post(url: string, body: string | object, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(url, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: text });
}

async function expectOver(response: Response, status: number, limit: keyof RequestLimits): Promise<void> {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32000, message: expect.any(String), data: { limit, most: expect.any(Number) } },
  });
  if (status === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(meter.counts.get(`limit_refused ${limit}`)).toBe(1);
}

describe("a body", () => {
  const padded = (bytes: number): string => {
    const toBody = (title: string): string => {
      const { params } = INITIALIZE;
      const clientInfo = { ...params.clientInfo, title };
      return JSON.stringify({ ...INITIALIZE, params: { ...params, clientInfo } });
    };
    return toBody("x".repeat(bytes - toBody("").length));
  };

  it("may have as many bytes as the limit, and not one more", async () => {
    const { url } = await serve({ bodyBytes: 2_000 });
    expect((await post(url, padded(2_000))).status).toBe(200);
    expect(meter.counts.size).toBe(0);
    await expectOver(await post(url, padded(2_001)), 413, "bodyBytes");
  });

  it("may have more than is usual, where the limit says so", async () => {
    const { url } = await serve({ bodyBytes: 8_000_000 });
    expect((await post(url, padded(6_000_000))).status).toBe(200);
  });

  it("is refused where it does not say how long it is, and turns out too long", async () => {
    const { url } = await serve({ bodyBytes: 2_000 });
    const body = new Blob([padded(100_000)]).stream();
    const init = { method: "POST", headers: JSON_TYPE, body, duplex: "half" };
    await expectOver(await fetch(url, init), 413, "bodyBytes");
  });

  it("may be nested as deep as the limit, and not one level more", async () => {
    const { url } = await serve({ nesting: 20 });
    const nested = (levels: number): string =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect((await post(url, nested(20))).status).not.toBe(413);
    await expectOver(await post(url, nested(21)), 413, "nesting");
  });

  it("of a million levels is refused before anybody makes a value of it", async () => {
    const { url } = await serve({});
    await expectOver(await post(url, "[".repeat(4_000_000)), 413, "nesting");
    expect((await find(url)).status).toBe(200);
  });
});

describe("requests of a principal", () => {
  it("that run at the same time are limited, for each by itself, and room is made when one ends", async () => {
    const { url } = await serve({ concurrentRequests: 2 }, raw("hang-on-call"));
    const abort = new AbortController();
    const hang = (): Promise<unknown> => {
      const call = { tool: "hang-on-call__fine", headers: as("ada") };
      return fetch(toModernCall(url, call), { signal: abort.signal }).catch(() => undefined);
    };
    const hanging = [hang(), hang()];
    await expect.poll(async () => (await find(url)).status, PATIENT).toBe(429);
    meter.counts.clear();
    await expectOver(await find(url), 429, "concurrentRequests");
    expect((await find(url, "bob")).status).toBe(200);
    abort.abort();
    await Promise.all(hanging);
    await expect.poll(async () => (await find(url)).status, PATIENT).toBe(200);
  });

  it("in a minute are limited, for each by itself", async () => {
    const { url } = await serve({ requestsPerMinute: 3 });
    for (let times = 0; times < 3; times++) expect((await find(url)).status).toBe(200);
    await expectOver(await find(url), 429, "requestsPerMinute");
    expect((await find(url, "bob")).status).toBe(200);
  });

  it("are not limited by what others send without being let in", async () => {
    const { url } = await serve({ requestsPerMinute: 1 });
    const stranger = { ...as("ada"), origin: "http://evil.com" };
    for (let times = 0; times < 5; times++) expect((await post(url, INITIALIZE, stranger)).status).toBe(403);
    expect((await find(url)).status).toBe(200);
  });

  it("that listen are limited by themselves, in both eras", async () => {
    const { url } = await serve({ streams: 1, concurrentRequests: 1 });
    const begun = await post(url, INITIALIZE, as("ada"));
    await begun.text();
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "", ...as("ada") };
    const abort = new AbortController();
    const stream = await fetch(url, { headers: { ...JSON_TYPE, ...session }, signal: abort.signal });
    expect(stream.status).toBe(200);
    await expectOver(await fetch(url, { headers: { ...JSON_TYPE, ...session } }), 429, "streams");
    const listen = { tool: "x", headers: { ...as("ada"), "mcp-method": "subscriptions/listen" } };
    const listening = toModernCall(url, listen);
    const body = JSON.parse(await listening.clone().text());
    const asked = { ...body, method: "subscriptions/listen", params: { ...body.params, notifications: {} } };
    const second = new Request(listening.url, {
      method: "POST",
      headers: listening.headers,
      body: JSON.stringify(asked),
    });
    expect((await fetch(second)).status).toBe(429);
    // A stream is no request that runs.
    expect((await find(url)).status).toBe(200);
    abort.abort();
    const listenAgain = async (): Promise<number> => {
      const again = await fetch(url, { headers: { ...JSON_TYPE, ...session } });
      await again.body?.cancel();
      return again.status;
    };
    await expect.poll(listenAgain, PATIENT).toBe(200);
  });

  it("that begin sessions are limited, and room is made when one ends", async () => {
    const { url } = await serve({ sessions: 2 });
    const begin = (principal: string): Promise<Response> => post(url, INITIALIZE, as(principal));
    const first = await begin("ada");
    expect([first.status, (await begin("ada")).status]).toEqual([200, 200]);
    await expectOver(await begin("ada"), 429, "sessions");
    expect((await begin("bob")).status).toBe(200);
    const session = { "mcp-session-id": first.headers.get("mcp-session-id") ?? "" };
    await fetch(url, { method: "DELETE", headers: { ...JSON_TYPE, ...as("ada"), ...session } });
    expect((await begin("ada")).status).toBe(200);
  });
});

describe("a tool", () => {
  interface Reply {
    readonly error?: { readonly code: number; readonly data?: unknown };
    readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
  }

  async function call(url: string, tool: string, input: object = {}, principal = "ada"): Promise<Reply> {
    const headers = as(principal);
    return readReply(await fetch(toModernCall(url, { tool, arguments: input, headers })));
  }

  it("is called so often a minute by each, whatever way it is called", async () => {
    const { url } = await serve({ callsPerMinute: 3 }, raw("fine"), { own: { transparent: "fine" } });
    const through = { name: "fine/fine", arguments: {} };
    expect((await call(url, "tool_call", through)).result?.content[0]?.text).toContain("pid");
    expect((await call(url, "fine__fine")).result?.content[0]?.text).toContain("pid");
    expect((await call(`${url}/p/own`, "fine")).result?.content[0]?.text).toContain("pid");
    const { result } = await call(url, "tool_call", through);
    expect(result?.isError).toBe(true);
    expect(result?.content[0]?.text).toMatch(/called too often: at most 3 times a minute\. Call it again in/);
    const over = { code: -32000, data: { limit: "callsPerMinute", most: 3 } };
    expect((await call(url, "fine__fine")).error).toMatchObject(over);
    expect((await call(`${url}/p/own`, "fine")).error).toMatchObject(over);
    expect(meter.counts.get("limit_refused callsPerMinute")).toBe(3);
    expect((await call(url, "tool_call", through, "bob")).result?.isError).not.toBe(true);
  });

  it("may answer as much as the limit, and what is more is an error that says so", async () => {
    const { url } = await serve({ resultBytes: 20_000 }, relayed("modern"));
    const long = (lines: number): object => ({ name: "modern/long", arguments: { lines } });
    expect((await call(url, "tool_call", long(500))).result?.isError).not.toBe(true);
    expect(meter.counts.size).toBe(0);
    const { result } = await call(url, "tool_call", long(5_000));
    expect(result?.isError).toBe(true);
    expect(result?.content[0]?.text).toContain("The result is too large: it has more than 20000 bytes.");
    expect((await call(url, "modern__long", { lines: 5_000 })).error).toMatchObject({
      code: -32000,
      data: { limit: "resultBytes", most: 20_000 },
    });
    expect(meter.counts.get("limit_refused resultBytes")).toBe(2);
  });
});
