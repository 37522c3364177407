import type { OutcomeType } from "@plimsoll/core";
import type { MeterLabels } from "../server/meter.ts";
import type { Era, UpstreamHealth } from "../upstream/upstream.ts";

/** Something that happened in a gateway: what logs, audit, metrics and traces are made from. No event holds a result. */
export type GatewayEvent =
  | CallBegunEvent
  | CallEndedEvent
  | RelayBegunEvent
  | RelayEndedEvent
  | HealthEvent
  | ReloadEvent
  | SessionEvent
  | AuthRefusedEvent
  | LimitRefusedEvent
  | HeldEvent
  | CountedEvent
  | MeasuredEvent;

/** A call, as it was asked for. */
export interface CallSubject {
  /** Tells it from other calls; it is the handle of nothing. */
  readonly id: string;
  /** The tool as the client named it; behind `tool_call`, the inner one. It may be any text. */
  readonly asked: string;
  /** Of the inner tool. Only the audit looks at them. */
  readonly arguments: unknown;
  /** The id of a verified principal; nothing where nobody has to say who they are. */
  readonly principal: string | undefined;
  readonly profile: string | undefined;
  readonly workspace: string | undefined;
  readonly era: Era;
  /** As the client numbered its request. */
  readonly requestId: string | number;
  /** Where the request belongs in a trace, as it says: W3C's `traceparent`, `tracestate` and `baggage`. */
  readonly trace: Readonly<Record<string, string>>;
}

/** A client has called a tool. */
export interface CallBegunEvent {
  readonly type: "call-begun";
  readonly call: CallSubject;
}

/** The call is about to be answered. */
export interface CallEndedEvent extends CallNote {
  readonly type: "call-ended";
  readonly call: CallSubject;
  readonly decision: Decision;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  /** Of the texts and data in the result's content. */
  readonly bytes: number;
}

/** What whoever serves a call knows of how it went. */
export interface CallNote {
  /** The canonical name of the inner tool, or the name of a meta-tool; nothing where there is no such tool. */
  readonly tool?: string | undefined;
  /** The id of its source. */
  readonly server?: string | undefined;
  readonly decision?: Decision | undefined;
  readonly outcome?: CallOutcome | undefined;
  /** Why it was rejected. */
  readonly reason?: string | undefined;
  /** What it failed with, in the words of whoever failed. */
  readonly message?: string | undefined;
  /** The principal whose client said yes. */
  readonly approvedBy?: string | undefined;
}

/** What was decided about a call before it ran. */
export type Decision =
  | "allowed"
  | "approved" // after the user gave leave
  | "held" // until the user gives leave
  | "declined" // the user said no
  | "denied" // by policy
  | "refused"; // it could not be run: no such tool, wrong arguments, not loaded, a limit

/** How a call ended: core's outcomes, and a result that says itself that it is an error. */
export type CallOutcome = OutcomeType | "tool-error";

/** A call goes on to a server. */
export interface RelayBegunEvent {
  readonly type: "relay-begun";
  readonly call: CallSubject;
  /** The id of its source. */
  readonly server: string;
  /** By the server's own name for it. */
  readonly tool: string;
  readonly transport: "stdio" | "http" | "sse";
  /** Where the server is, if it runs elsewhere. */
  readonly url: string | undefined;
  /** What the request carries along; whoever traces it adds to this. */
  readonly carried: Record<string, string>;
}

/** The server has answered, or will not. */
export interface RelayEndedEvent {
  readonly type: "relay-ended";
  readonly call: CallSubject;
  readonly outcome: "ok" | "tool-error" | "input-required" | "failed";
  /** Of the server's JSON-RPC error. */
  readonly code?: number | undefined;
  readonly message?: string | undefined;
}

/** A server came up, went to sleep or failed. */
export interface HealthEvent {
  readonly type: "health";
  readonly server: string;
  readonly health: UpstreamHealth;
}

/** The config was read again. */
export type ReloadEvent =
  | {
      readonly type: "reload";
      readonly added: readonly string[];
      readonly changed: readonly string[];
      readonly removed: readonly string[];
      readonly profiles: readonly string[];
    }
  | { readonly type: "reload"; readonly failure: string };

/** A session of the older era over HTTP began or was ended. */
export interface SessionEvent {
  readonly type: "session";
  readonly change: "begun" | "ended";
}

/** Somebody was not let in. */
export interface AuthRefusedEvent {
  readonly type: "auth-refused";
  readonly reason: string;
}

/** Something was more than is allowed. */
export interface LimitRefusedEvent {
  readonly type: "limit-refused";
  readonly limit: string;
}

/** A definition was held back from clients, or is another than before and was accepted. */
export interface HeldEvent {
  readonly type: "held";
  readonly server: string;
  /** What of the server's: a tool, a prompt, a resource. */
  readonly what: string;
  readonly name: string;
  readonly change: "held" | "accepted";
  readonly reason?: string | undefined;
}

/** One more of something that has no event of its own. */
export interface CountedEvent {
  readonly type: "counted";
  readonly name: string;
  readonly labels: MeterLabels;
}

/** One value of something that differs. */
export interface MeasuredEvent {
  readonly type: "measured";
  readonly name: string;
  readonly value: number;
  readonly labels: MeterLabels;
}
