import { request as httpRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { GatewayConfig, MetricsConfig } from "plimsoll";
import { createGateway } from "plimsoll";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serveOperators } from "../../src/cli/serve-operators.ts";
import { openObservation } from "../../src/observe/open-observation.ts";
import { createOperatorRoutes } from "../../src/observe/operator/operator-routes.ts";
import { openOperatorServer } from "../../src/observe/operator/operator-server.ts";
import { createHttpFront } from "../../src/server/http-front.ts";
import { bindPort } from "../../src/server/http-server.ts";
import { callOver, callThrough } from "../support/observing.ts";
import { parseMetrics, sampleOf } from "../support/prometheus.ts";
import { configOf, raw, relayed } from "../support/servers.ts";

vi.setConfig({ testTimeout: 60_000 });

const TOKEN = "a-token-for-metrics-0001";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(metrics: MetricsConfig | undefined, { waits = true } = {}) {
  const config: GatewayConfig = {
    ...configOf(relayed("modern"), raw("exit")),
    profiles: { careful: { deny: ["modern/fail"] } },
    ...(metrics === undefined ? {} : { metrics }),
  };
  const observation = await openObservation(config, { say: () => {} });
  const gateway = createGateway({
    config,
    ...(observation === undefined ? {} : { observers: observation.observers, meter: observation.meter }),
  });
  const operators = await serveOperators(gateway, observation);
  const bound = await bindPort(0);
  const stop = bound.serve(createHttpFront(gateway), { operators: operators.routes });
  closing.push(async () => {
    await stop();
    await operators.close();
    await gateway.close();
  });
  if (waits) await gateway.ready();
  return { url: bound.url, at: (path: string) => new URL(path, bound.url).href, gateway };
}

/** Unlike `fetch`, lets a client say any Host. */
function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<{ status: number | undefined; text: string; headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("/healthz", () => {
  it("answers whoever asks that the process does, and says nothing else", async () => {
    const { at } = await serve(undefined);
    const { status, text, headers } = await get(at("/healthz"), { host: "10.0.0.7" });
    expect({ status, text }).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    expect(headers).toMatchObject({ "cache-control": "no-store" });
    expect(await get(at("/healthz"), {}, "HEAD")).toMatchObject({ status: 200, text: "" });
    expect(await get(at("/healthz"), {}, "POST")).toMatchObject({ status: 405 });
    expect(await get(at("/healthzz"))).toMatchObject({ status: 404 });
  });
});

describe("/readyz", () => {
  it("is not ready before every server has listed or failed, and is then, also where one has failed", async () => {
    const { at, gateway } = await serve(undefined, { waits: false });
    expect(await get(at("/readyz"))).toMatchObject({ status: 503 });
    await gateway.ready();
    await delay(0);
    const { status, text } = await get(at("/readyz"));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      status: "ready",
      checks: { listings: true, store: true, audit: true },
      servers: [
        { server: "modern", listed: true, running: 0, waiting: 0 },
        { server: "exit", listed: false, failure: expect.stringContaining("exit") },
      ],
    });
  });

  it("is not ready while calls are refused because the audit cannot be written", async () => {
    const { gateway } = await serve(undefined);
    const server = await openOperatorServer(createOperatorRoutes(gateway, { isAudited: () => false }), {
      port: 0,
    });
    closing.unshift(() => server.close());
    expect(await get(`http://127.0.0.1:${server.port}/readyz`)).toMatchObject({
      status: 503,
      text: expect.stringContaining('"audit":false'),
    });
    expect(await get(`http://127.0.0.1:${server.port}/mcp`)).toMatchObject({ status: 404 });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["by a name that only points here (DNS rebinding)", { host: "evil.example:80" }],
    ["by way of a proxy", { "x-forwarded-for": "203.0.113.7" }],
    ["from a page in a browser", { origin: "http://127.0.0.1:3000" }],
  ])("names no server to a stranger who comes %s", async (_how, headers) => {
    const { at } = await serve({});
    await delay(0);
    expect(await get(at("/readyz"), headers)).toMatchObject({ status: 200, text: '{"status":"ready"}\n' });
    expect(await get(at("/metrics"), headers)).toMatchObject({ status: 403 });
  });
});

describe("/metrics", () => {
  it("counts calls by the inner tool, and tells how servers, catalog and process are", async () => {
    const { at, url } = await serve({});
    await callThrough(url, "modern__long", { lines: 3 });
    await callThrough(url, "modern__long", { lines: 3 });
    await callThrough(url, "modern__fail");
    await callThrough(`${url}/p/careful`, "modern__fail");
    await callThrough(url, "made_up_by_a_client");
    await callOver(url, "tool_find", { query: "lines" });
    const { status, text, headers } = await get(at("/metrics"));
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const scrape = parseMetrics(text);
    const calls = (labels: Record<string, string>): number =>
      sampleOf(scrape, "plimsoll_calls_total", labels);
    expect(calls({ server: "modern", tool: "modern/long", outcome: "ok", decision: "allowed" })).toBe(2);
    expect(calls({ tool: "modern/fail", outcome: "failed" })).toBe(1);
    expect(calls({ tool: "modern/fail", decision: "denied" })).toBe(1);
    expect(calls({ tool: "tool_find", server: "" })).toBe(1);
    expect(calls({ tool: "", decision: "refused" })).toBe(1);
    expect(text).not.toContain("made_up_by_a_client");
    expect(sampleOf(scrape, "plimsoll_call_duration_seconds_count", { server: "modern" })).toBe(4);
    expect(sampleOf(scrape, "plimsoll_call_result_bytes_count", { server: "modern" })).toBe(2);
    expect(sampleOf(scrape, "plimsoll_calls_running")).toBe(0);
    expect(sampleOf(scrape, "plimsoll_upstreams", { server: "modern", state: "up" })).toBe(1);
    expect(sampleOf(scrape, "plimsoll_upstream_failures_total", { server: "exit" })).toBeGreaterThan(0);
    expect(sampleOf(scrape, "plimsoll_upstream_requests_waiting", { server: "modern" })).toBe(0);
    expect(sampleOf(scrape, "plimsoll_catalog_tools", { server: "modern" })).toBe(9);
    expect(sampleOf(scrape, "plimsoll_servers_configured")).toBe(2);
    expect(sampleOf(scrape, "plimsoll_servers_listed")).toBe(1);
    expect(sampleOf(scrape, "plimsoll_process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(sampleOf(scrape, "plimsoll_process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
    for (const name of scrape.types.keys()) expect(name).toMatch(/^plimsoll_[a-z_]+$/);
  });

  it("counts what others meter: who was not let in, what was too much", async () => {
    const { at, gateway } = await serve({});
    gateway.meter.count("auth_refused", { reason: "expired" });
    gateway.meter.count("limit_refused", { limit: "bodyBytes" });
    gateway.meter.count("limit_refused", { limit: "bodyBytes" });
    gateway.meter.count("something_new", { a: "b" });
    gateway.meter.observe("waited_seconds", 2);
    const scrape = parseMetrics((await get(at("/metrics"))).text);
    expect(sampleOf(scrape, "plimsoll_auth_refused_total", { reason: "expired" })).toBe(1);
    expect(sampleOf(scrape, "plimsoll_limit_refused_total", { limit: "bodyBytes" })).toBe(2);
    expect(sampleOf(scrape, "plimsoll_something_new_total", { a: "b" })).toBe(1);
    expect(sampleOf(scrape, "plimsoll_waited_seconds_sum")).toBe(2);
  });

  it("are there only where the config asks for them, and behind a token where it has one", async () => {
    expect(await get((await serve(undefined)).at("/metrics"))).toMatchObject({ status: 404 });
    const { at } = await serve({ token: TOKEN });
    expect(await get(at("/metrics"))).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    for (const wrong of [`Bearer ${TOKEN}x`, `Basic ${TOKEN}`, "Bearer ", TOKEN]) {
      expect(await get(at("/metrics"), { authorization: wrong })).toMatchObject({ status: 401 });
    }
    const elsewhere = { host: "gateway.example", authorization: `Bearer ${TOKEN}` };
    expect(await get(at("/metrics"), elsewhere)).toMatchObject({ status: 200 });
    expect(JSON.parse((await get(at("/readyz"), elsewhere)).text)).toHaveProperty("servers");
    expect(JSON.parse((await get(at("/readyz"))).text)).not.toHaveProperty("servers");
  });
});
