import type {
  PendingInput,
  PendingMessage,
  ResultMessage,
  ResultMeta,
  ToolCall,
} from "../activation/message.ts";
import type { LoadRecord } from "../activation/record.ts";
import { copyJson } from "../internal/copy-json.ts";
import { defined } from "../internal/defined.ts";
import { toKeptInput } from "./kept-input.ts";
import type { Outcome } from "./outcome.ts";
import { toOutcomeResult } from "./outcome-result.ts";
import type { RepairContext } from "./repair.ts";
import { type PageContext, toShownResult } from "./shown-result.ts";

/** What an answer to a call is made with. */
export interface AnswerContext extends RepairContext, PageContext {
  /** What the call leaves on record by having completed. */
  readonly callRecord: LoadRecord | undefined;
}

/** How a call was made, in case that it has to wait and be made again. */
export type CallMade = Pick<PendingInput, "call" | "approved">;

/** An outcome of a call that does not wait. */
type SettledOutcome = Exclude<Outcome, { type: "host-executes" | "input-required" }>;

/** The history entry of a call's outcome: its result, or that it waits. */
export function toAnswerEntry(
  call: Pick<ToolCall, "id" | "name">,
  outcome: Outcome,
  made: CallMade,
  context: AnswerContext,
): ResultMessage | PendingMessage {
  if (outcome.type === "host-executes" || outcome.type === "input-required") {
    const waitsFor: PendingMessage["waitsFor"] =
      outcome.type === "host-executes"
        ? {
            type: "host",
            ...(made.call.name === outcome.entry.name ? {} : { requested: made.call.name }),
            input: toKeptInput(outcome.input, made.call.arguments),
            ...defined({ notice: outcome.notice }),
          }
        : { type: "user", ...made, request: outcome.request };
    return { role: "pending", callId: call.id, name: call.name, tool: outcome.entry.name, waitsFor };
  }
  return toResultMessage(call, context.isMeta ? outcome : withOwnResult(outcome), context);
}

/** A handler may go on with what it returned, and an entry of the history does not change: it keeps a copy. */
function withOwnResult(outcome: SettledOutcome): SettledOutcome {
  return outcome.type === "ok" ? { ...outcome, result: copyJson({ ...outcome.result }) } : outcome;
}

function toResultMessage(
  call: Pick<ToolCall, "id" | "name">,
  outcome: SettledOutcome,
  context: AnswerContext,
): ResultMessage {
  const { structuredContent, isError, ...result } = toOutcomeResult(outcome, context);
  const { content, whole } = toShownResult(outcome, result.content, call.id, context);
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    content,
    ...defined({ structuredContent, isError }),
    meta: { ...toMeta(outcome, context), ...defined({ whole }) },
  };
}

function toMeta(outcome: Outcome, { isMeta, callRecord }: AnswerContext): ResultMeta {
  const entry = "entry" in outcome ? outcome.entry : undefined;
  const risk = isMeta ? "read" : entry?.risk.level;
  const identity = {
    outcome: outcome.type,
    ...(entry === undefined ? {} : { tool: entry.name, schemaHash: entry.schemaHash }),
    ...defined({ risk }),
  };
  if (outcome.type !== "ok") return identity;
  const { notice, record = callRecord, searches, keepWhole, result } = outcome;
  return {
    ...identity,
    ...defined({ notice, record, searches, keepWhole, upstream: result._meta }),
  };
}
