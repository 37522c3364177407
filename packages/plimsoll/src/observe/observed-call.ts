import { randomUUID } from "node:crypto";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Turn, Watch } from "../server/exchange.ts";
import type { RequestScope } from "../server/request-scope.ts";
import type { ToolAnswer } from "../server/service.ts";
import { readWireError } from "../server/wire-error.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { readAskedTool } from "./asked-tool.ts";
import type { CallNote, CallOutcome, CallSubject, RelayEndedEvent } from "./gateway-event.ts";
import type { Observers } from "./observers.ts";

/** A call that somebody watches: those who serve it say here what they know. */
export class ObservedCall {
  readonly subject: CallSubject;
  readonly #observers: Observers;
  #note: CallNote = {};

  constructor(subject: CallSubject, observers: Observers) {
    this.subject = subject;
    this.#observers = observers;
  }

  get noted(): CallNote {
    return this.#note;
  }

  note(note: CallNote): void {
    this.#note = { ...this.#note, ...note };
  }

  /** Hands the call on to a server, with what those who trace it want to go along. */
  async relay(
    { server }: Upstream,
    tool: string,
    scope: RequestScope,
    run: (scope: RequestScope) => Promise<unknown>,
  ): Promise<unknown> {
    const carried: Record<string, string> = {};
    this.#observers.mention({
      type: "relay-begun",
      call: this.subject,
      server: toSourceId(server.name),
      tool,
      transport: server.type,
      url: server.type === "stdio" ? undefined : server.url,
      carried,
    });
    const end = (ended: Pick<RelayEndedEvent, "outcome" | "code" | "message">): void =>
      this.#observers.mention({ type: "relay-ended", call: this.subject, ...ended });
    try {
      const result = await run({ ...scope, meta: { ...scope.meta, ...carried } });
      end({ outcome: outcomeOf(result) });
      return result;
    } catch (error) {
      end({ outcome: "failed", code: readWireError(error)?.code, message: messageOf(error) });
      throw error;
    }
  }
}

/** What is needed to watch a call. */
export interface ObserveCallParts {
  readonly gateway: Gateway;
  readonly call: { readonly name: string; readonly arguments?: unknown };
  readonly watch: Watch;
  readonly context: ServerContext;
}

/** Serves a call, and tells those who watch of its beginning and end; where nobody does, it only serves. */
export function observeCall(
  parts: ObserveCallParts,
  run: (watch: Watch) => Promise<Turn<ToolAnswer>>,
): Promise<Turn<ToolAnswer>> {
  return parts.gateway.observers.isHeard ? runObserved(parts, run) : run(parts.watch);
}

async function runObserved(
  parts: ObserveCallParts,
  run: (watch: Watch) => Promise<Turn<ToolAnswer>>,
): Promise<Turn<ToolAnswer>> {
  const { watch, gateway } = parts;
  const { observers } = gateway;
  const call = toSubject(parts);
  const observed = new ObservedCall(call, observers);
  const startedAt = performance.now();
  const end = (note: CallNote, bytes = 0): Promise<void> | undefined => {
    const durationMs = performance.now() - startedAt;
    const { decision = "allowed", outcome = "failed" } = note;
    return observers.tell({ type: "call-ended", call, ...note, decision, outcome, durationMs, bytes });
  };
  try {
    await observers.tell({ type: "call-begun", call });
  } catch (refusal) {
    // Who has heard of the beginning hears of the end; that this cannot be kept either is known.
    void end({ decision: "refused", outcome: "rejected", reason: "audit" })?.catch(() => undefined);
    throw refusal;
  }
  let turn: Turn<ToolAnswer>;
  try {
    turn = await run({ ...watch, scope: { ...watch.scope, observed } });
  } catch (error) {
    await end({
      outcome: watch.signal.aborted ? "cancelled" : "failed",
      message: messageOf(error),
      ...observed.noted,
    });
    throw error;
  }
  const result = turn.type === "done" ? turn.result.result : undefined;
  await end({ outcome: turnOutcome(turn), ...observed.noted }, result === undefined ? 0 : bytesOf(result));
  return turn;
}

function toSubject({ gateway, call, watch, context }: ObserveCallParts): CallSubject {
  const { principal, profile, workspace, era, meta } = watch.scope;
  const { name, arguments: input } = readAskedTool(gateway, call, profile);
  return {
    id: randomUUID(),
    asked: name,
    arguments: input,
    principal: principal?.id,
    profile,
    workspace,
    era,
    requestId: context.mcpReq.id,
    trace: readTrace(meta, context.http?.req?.headers),
  };
}

const TRACE_KEYS = ["traceparent", "tracestate", "baggage"];

/** A request over HTTP may be traced by its headers; what the message itself says is nearer to the truth. */
function readTrace(
  meta: Readonly<Record<string, unknown>>,
  headers: Headers | undefined,
): Record<string, string> {
  const inMeta = typeof meta["traceparent"] === "string";
  const read = (key: string): unknown => (inMeta ? meta[key] : headers?.get(key));
  return Object.fromEntries(
    TRACE_KEYS.flatMap((key) => {
      const value = read(key);
      return typeof value === "string" ? [[key, value]] : [];
    }),
  );
}

function turnOutcome(turn: Turn<ToolAnswer>): CallOutcome {
  if (turn.type !== "done") return "input-required";
  return turn.result.result.isError === true ? "tool-error" : "ok";
}

function outcomeOf(result: unknown): RelayEndedEvent["outcome"] {
  if (isRecord(result) && result["type"] === "input-required") return "input-required";
  return isRecord(result) && result["isError"] === true ? "tool-error" : "ok";
}

function bytesOf({ content }: CallToolResult): number {
  let bytes = 0;
  for (const block of Array.isArray(content) ? content : []) {
    if (block.type === "text") bytes += Buffer.byteLength(String(block.text));
    else if ("data" in block) bytes += String(block.data).length;
  }
  return bytes;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
