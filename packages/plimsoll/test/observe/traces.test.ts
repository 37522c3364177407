import * as api from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { createGateway, type GatewayConfig } from "plimsoll";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openObservation } from "../../src/observe/open-observation.ts";
import { createHttpFront } from "../../src/server/http-front.ts";
import { bindPort } from "../../src/server/http-server.ts";
import { callOver, callThrough } from "../support/observing.ts";
import { configOf, relayed } from "../support/servers.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const traceparent = `00-${TRACE}-${PARENT}-01`;

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const config: GatewayConfig = {
  ...configOf(relayed("modern"), relayed("legacy")),
  profiles: { careful: { deny: ["modern/fail"] } },
  telemetry: { traces: true },
};

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  provider.register();
  const observation = await openObservation(config, { say: () => {} });
  if (observation === undefined) throw new Error("Nobody watches.");
  const gateway = createGateway({ config, observers: observation.observers });
  const bound = await bindPort(0);
  const stop = bound.serve(createHttpFront(gateway));
  await gateway.ready();
  url = bound.url;
  close = async () => {
    await stop();
    await gateway.close();
  };
}, 60_000);
afterAll(async () => {
  await close();
  await provider.shutdown();
  api.trace.disable();
  api.propagation.disable();
  api.context.disable();
});
beforeEach(() => exporter.reset());

function spans() {
  const all = exporter.getFinishedSpans();
  return {
    all,
    request: all.find(({ kind }) => kind === api.SpanKind.SERVER),
    relay: all.find(({ kind }) => kind === api.SpanKind.CLIENT),
  };
}

/** What the server saw of the trace. */
function seen(reply: Awaited<ReturnType<typeof callOver>>): { traceparent?: string } {
  return JSON.parse(reply.result?.content?.[0]?.text ?? "{}").meta;
}

describe("a traced call", () => {
  it("has a span for the request and one for the server, named by the conventions after the inner tool", async () => {
    await callThrough(url, "modern__meta");
    const { all, request, relay } = spans();
    expect(all).toHaveLength(2);
    expect(request?.name).toBe("tools/call modern/meta");
    expect(relay?.name).toBe("execute_tool modern/meta");
    const common = {
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "modern/meta",
      "mcp.protocol.version": "2026-07-28",
    };
    expect(request?.attributes).toMatchObject({ ...common, "jsonrpc.request.id": "1" });
    expect(relay?.attributes).toMatchObject({
      ...common,
      "network.transport": "pipe",
      "plimsoll.server": "modern",
    });
    expect(relay?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  });

  it.each(["modern", "legacy"])(
    "is part of the client's trace, and a server of the era %s of it",
    async (era) => {
      const meta = { traceparent, baggage: "user=alice" };
      const reply = await callOver(url, "tool_call", { name: `${era}__meta`, arguments: {} }, { meta });
      const { request, relay } = spans();
      expect(request?.spanContext().traceId).toBe(TRACE);
      expect(request?.parentSpanContext?.spanId).toBe(PARENT);
      expect(seen(reply)).toMatchObject({
        traceparent: `00-${TRACE}-${relay?.spanContext().spanId}-01`,
        baggage: "user=alice",
      });
    },
  );

  it("is part of the trace of its HTTP request where the message says nothing", async () => {
    await callOver(url, "tool_call", { name: "modern__meta", arguments: {} }, { headers: { traceparent } });
    expect(spans().request?.parentSpanContext?.spanId).toBe(PARENT);
  });

  it("says of a failure what kind it was, and never what the arguments were", async () => {
    await callThrough(url, "modern__fail", { note: "planted words" });
    const { request, relay } = spans();
    expect(relay?.attributes).toMatchObject({ "error.type": "4242", "rpc.response.status_code": "4242" });
    expect(relay?.status).toEqual({ code: api.SpanStatusCode.ERROR, message: "The disk is full." });
    expect(request?.status.code).toBe(api.SpanStatusCode.ERROR);
    exporter.reset();
    await callThrough(`${url}/p/careful`, "modern__fail");
    expect(spans().relay).toBeUndefined();
    expect(spans().request?.attributes).toMatchObject({
      "error.type": "denied",
      "plimsoll.decision": "denied",
    });
    exporter.reset();
    await callThrough(url, "made up by a client");
    expect(spans().request?.name).toBe("tools/call");
    const text = JSON.stringify(
      exporter.getFinishedSpans().map(({ attributes, status }) => [attributes, status]),
    );
    expect(text).not.toMatch(/planted words|made up/);
  });
});
