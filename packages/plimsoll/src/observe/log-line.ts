import type { LogLevel } from "../config/config.ts";
import type { UpstreamHealth } from "../upstream/upstream.ts";
import type { CallEndedEvent, CallSubject, GatewayEvent } from "./gateway-event.ts";

/** What is written of an event. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The line of an event; nothing for those that are only worth a number. Arguments and results are in none. */
export function toLogLine(event: GatewayEvent): LogLine | undefined {
  const { type } = event;
  switch (type) {
    case "call-begun":
      return { level: "debug", message: "call begun", fields: toCallFields(event.call) };
    case "call-ended":
      return { level: levelOf(event), message: "call ended", fields: toEndFields(event) };
    case "relay-begun":
      return {
        level: "debug",
        message: "relayed",
        fields: { call: event.call.id, server: event.server, tool: `${event.server}/${event.tool}` },
      };
    case "relay-ended":
      return event.outcome === "failed"
        ? { level: "debug", message: "relay failed", fields: { call: event.call.id, error: event.message } }
        : undefined;
    case "health":
      return {
        level: event.health.state === "failing" ? "warn" : event.health.state === "up" ? "info" : "debug",
        message: `server ${event.health.state}`,
        fields: { server: event.server, ...toHealthFields(event.health) },
      };
    case "reload": {
      const { type: _type, ...fields } = event;
      const level = "failure" in event ? "error" : "info";
      return { level, message: level === "info" ? "config taken over" : "config not taken over", fields };
    }
    case "session":
      return { level: "debug", message: `session ${event.change}`, fields: {} };
    case "auth-refused":
      return { level: "warn", message: "not let in", fields: { reason: event.reason } };
    case "limit-refused":
      return { level: "warn", message: "over a limit", fields: { limit: event.limit } };
    case "held": {
      const { type: _type, change, ...fields } = event;
      return { level: change === "held" ? "warn" : "info", message: `definition ${change}`, fields };
    }
    case "counted":
    case "measured":
      return undefined;
    default:
      return event satisfies never;
  }
}

function levelOf({ outcome, decision }: CallEndedEvent): LogLevel {
  const isFine = outcome === "ok" || outcome === "input-required" || outcome === "cancelled";
  return isFine || decision === "refused" || outcome === "tool-error" ? "info" : "warn";
}

function toEndFields({ call, ...ended }: CallEndedEvent): Record<string, unknown> {
  const { tool, server, decision, outcome, reason, message, approvedBy, durationMs, bytes } = ended;
  return {
    ...toCallFields(call),
    tool,
    server,
    decision,
    outcome,
    reason,
    error: message,
    approvedBy,
    ms: Math.round(durationMs * 10) / 10,
    bytes,
  };
}

function toCallFields({ id, asked, principal, profile, era, trace }: CallSubject): Record<string, unknown> {
  return { call: id, asked, principal, profile, era, traceparent: trace["traceparent"] };
}

function toHealthFields(health: UpstreamHealth): Record<string, unknown> {
  return health.state === "failing" ? { reason: health.reason, failures: health.failures } : {};
}
