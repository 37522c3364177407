import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_REQUEST_LIMITS, DEFAULT_SETTINGS, type RequestLimits, type StdioServer } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../../support/http-gateway.ts";
import { createMeter, type ReadableMeter } from "../../support/meter.ts";
import { readReply, toModernCall } from "../../support/modern-call.ts";
import { until } from "../../support/processes.ts";
import { connectRaw } from "../../support/raw-http.ts";
import { configOf, raw, relayed } from "../../support/servers.ts";

let http: HttpGateway | undefined;
let meter: ReadableMeter;
afterEach(() => http?.close());

async function serve(limits: Partial<RequestLimits>, server: StdioServer = raw("fine")): Promise<string> {
  meter = createMeter();
  const settings = { ...DEFAULT_SETTINGS, resultTokens: 10_000_000 };
  const config = { ...configOf(server), settings, limits: { ...DEFAULT_REQUEST_LIMITS, ...limits } };
  http = await serveHttp(config, { meter });
  return http.url;
}

const HEAD = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const refused = (limit: string): number => meter.counts.get(`limit_refused ${limit}`) ?? 0;

describe("a client that takes too long", () => {
  it("to send its headers, a byte at a time, is cut", async () => {
    const url = await serve({ headerSeconds: 0.5 });
    const { socket, ended } = connectRaw(url);
    const drip = setInterval(() => socket.write("X"), 50);
    socket.write(`${HEAD}X-Slow: `);
    const said = await ended;
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(said).toContain('"limit":"headerSeconds"');
    expect(refused("headerSeconds")).toBe(1);
  });

  it("to say anything at all is cut", async () => {
    const url = await serve({ headerSeconds: 0.5 });
    expect(await connectRaw(url).ended).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it("to send its body, a byte at a time, is cut", async () => {
    const url = await serve({ requestSeconds: 0.7 });
    const { socket, ended } = connectRaw(url);
    socket.write(`${HEAD}Content-Length: 100000\r\n\r\n{"jsonrpc":`);
    const drip = setInterval(() => socket.write(" "), 50);
    const said = await ended;
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(said).toContain('"limit":"requestSeconds"');
    expect(refused("requestSeconds")).toBe(1);
  });

  it("to read its answer is cut", async () => {
    const url = await serve({ idleSeconds: 0.5 }, relayed("modern"));
    const { socket, ended } = connectRaw(url);
    const call = toModernCall(url, { tool: "modern__long", arguments: { lines: 400_000 } });
    const body = await call.clone().text();
    const headers = [...call.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.pause();
    const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n${body}`);
    await until(() => refused("idleSeconds") === 1, "it is cut");
    socket.resume();
    await ended;
  });

  it("to send another request on a connection that it keeps is let go, and nothing is counted", async () => {
    const url = await serve({ idleSeconds: 0.5 });
    const { socket, ended } = connectRaw(url);
    socket.write("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await ended).toMatch(/^HTTP\/1.1 404 /);
    expect(meter.counts.size).toBe(0);
  });
});

describe("a client that waits", () => {
  it("for a tool that is at work is not cut, however short the times are", async () => {
    const url = await serve({ headerSeconds: 0.3, requestSeconds: 0.3, idleSeconds: 0.3 }, raw("slow"));
    const call = toModernCall(url, { tool: "slow__fine", arguments: { ms: 2_000 } });
    const reply = await readReply<{ result?: unknown }>(await fetch(call));
    expect(reply.result).toBeDefined();
    expect(meter.counts.size).toBe(0);
  });

  it("on a stream on which nothing happens is not cut", async () => {
    const url = await serve({ idleSeconds: 0.3 });
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const begun = await fetch(url, { method: "POST", headers, body });
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    const stream = await fetch(url, { headers: { ...headers, ...session } });
    const ended = stream.text().then(() => "ended");
    expect(await Promise.race([ended, delay(1_500).then(() => "goes on")])).toBe("goes on");
    expect(meter.counts.size).toBe(0);
  });
});
