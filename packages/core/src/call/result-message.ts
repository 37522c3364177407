import type { ResultMessage, ResultMeta, ToolCall } from "../activation/message.ts";
import type { Outcome } from "./outcome.ts";
import { toOutcomeResult } from "./outcome-result.ts";
import type { NextCalls } from "./repair.ts";

/** The history entry of a call's outcome; none where the host runs the tool and appends the result itself. */
export function toResultMessage(
  call: ToolCall,
  outcome: Outcome,
  next: NextCalls,
): ResultMessage | undefined {
  if (outcome.type === "host-executes") return undefined;
  const { content, structuredContent, isError } = toOutcomeResult(outcome, next);
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    meta: toMeta(outcome),
  };
}

function toMeta(outcome: Outcome): ResultMeta {
  const entry = "entry" in outcome ? outcome.entry : undefined;
  const upstream = outcome.type === "ok" ? outcome.result._meta : undefined;
  return {
    outcome: outcome.type,
    ...(entry === undefined ? {} : { tool: entry.name, schemaHash: entry.schemaHash }),
    ...(outcome.type === "ok" && outcome.notice !== undefined ? { notice: outcome.notice } : {}),
    ...(outcome.type === "ok" && outcome.record !== undefined
      ? { record: outcome.record, keepWhole: true }
      : {}),
    ...(upstream === undefined ? {} : { upstream }),
  };
}
