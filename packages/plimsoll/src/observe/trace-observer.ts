import type * as OpenTelemetry from "@opentelemetry/api";
import type { Attributes, Context, Span } from "@opentelemetry/api";
import { VERSION } from "../version.ts";
import type {
  CallBegunEvent,
  CallEndedEvent,
  CallSubject,
  RelayBegunEvent,
  RelayEndedEvent,
} from "./gateway-event.ts";
import type { Observer } from "./observer.ts";

const METHOD = "tools/call";
const NEWER_PROTOCOL = "2026-07-28";

/** A call that is being traced. */
interface Traced {
  readonly context: Context;
  readonly span: Span;
  relay?: Span;
}

/**
 * Tells OpenTelemetry of each call: a span for the client's request (`tools/call NAME`), and in it one for what the
 * server is asked (`execute_tool NAME`), by the conventions for MCP and GenAI. The parent is what the request says; the
 * server is told of the second. Neither arguments nor results are in any span.
 */
export function createTraceObserver(api: typeof OpenTelemetry, clean: (text: string) => string): Observer {
  const tracer = api.trace.getTracer("plimsoll", VERSION);
  const open = new Map<string, Traced>();

  const begin = ({ call }: CallBegunEvent): void => {
    const parent = api.propagation.extract(api.ROOT_CONTEXT, call.trace);
    const attributes = { ...toCommon(call), "jsonrpc.request.id": String(call.requestId) };
    const span = tracer.startSpan(METHOD, { kind: api.SpanKind.SERVER, attributes }, parent);
    open.set(call.id, { span, context: api.trace.setSpan(parent, span) });
  };
  const beginRelay = (event: RelayBegunEvent): void => {
    const traced = open.get(event.call.id);
    if (traced === undefined) return;
    const tool = clean(`${event.server}/${event.tool}`);
    const attributes = { ...toCommon(event.call), "gen_ai.tool.name": tool, ...toNetwork(event) };
    const kind = api.SpanKind.CLIENT;
    traced.relay = tracer.startSpan(`execute_tool ${tool}`, { kind, attributes }, traced.context);
    api.propagation.inject(api.trace.setSpan(traced.context, traced.relay), event.carried);
  };
  const fail = (span: Span, type: string, message: string | undefined): void => {
    span.setAttribute("error.type", type);
    span.setStatus({
      code: api.SpanStatusCode.ERROR,
      ...(message === undefined ? {} : { message: clean(message) }),
    });
  };
  const endRelay = ({ call, outcome, code, message }: RelayEndedEvent): void => {
    const span = open.get(call.id)?.relay;
    if (span === undefined) return;
    if (code !== undefined) span.setAttribute("rpc.response.status_code", String(code));
    if (outcome === "tool-error") fail(span, "tool_error", undefined);
    if (outcome === "failed") fail(span, code === undefined ? "_OTHER" : String(code), message);
    span.end();
  };
  const end = (event: CallEndedEvent): void => {
    const traced = open.get(event.call.id);
    open.delete(event.call.id);
    if (traced === undefined) return;
    const { span } = traced;
    const { tool, decision, message } = event;
    // A name that is no tool's is whatever a client wrote: no name of a span.
    if (tool !== undefined) {
      span.updateName(`${METHOD} ${clean(tool)}`);
      span.setAttribute("gen_ai.tool.name", clean(tool));
    }
    span.setAttribute("plimsoll.decision", decision);
    const type = errorTypeOf(event);
    if (type !== undefined) fail(span, type, message);
    span.end();
  };
  return {
    observe(event) {
      if (event.type === "call-begun") begin(event);
      else if (event.type === "relay-begun") beginRelay(event);
      else if (event.type === "relay-ended") endRelay(event);
      else if (event.type === "call-ended") end(event);
      return undefined;
    },
  };
}

function toCommon({ era, principal, profile }: CallSubject): Attributes {
  return {
    "mcp.method.name": METHOD,
    "gen_ai.operation.name": "execute_tool",
    ...(era === "modern" ? { "mcp.protocol.version": NEWER_PROTOCOL } : {}),
    ...(principal === undefined ? {} : { "plimsoll.principal": principal }),
    ...(profile === undefined ? {} : { "plimsoll.profile": profile }),
  };
}

function toNetwork({ server, transport, url }: RelayBegunEvent): Attributes {
  const own = { "plimsoll.server": server };
  if (transport === "stdio" || url === undefined) return { ...own, "network.transport": "pipe" };
  const { hostname, port, protocol } = new URL(url);
  return {
    ...own,
    "network.transport": "tcp",
    "network.protocol.name": "http",
    "server.address": hostname,
    "server.port": Number(port === "" ? (protocol === "https:" ? 443 : 80) : port),
  };
}

function errorTypeOf({ outcome, decision, reason }: CallEndedEvent): string | undefined {
  switch (outcome) {
    case "ok":
    case "input-required":
    case "host-executes":
      return undefined;
    case "tool-error":
      return "tool_error";
    case "timed-out":
      return "timeout";
    case "cancelled":
      return decision === "declined" ? "declined" : "cancelled";
    case "rejected":
      return reason ?? "rejected";
    default:
      return "_OTHER";
  }
}
