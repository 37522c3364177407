import { assertNever } from "../internal/assert-never.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import type { Outcome } from "./outcome.ts";
import type { NextCalls } from "./repair.ts";
import { renderRejection } from "./repair.ts";

/** What the model is told of an outcome: the tool's own result, or words on what to do about it. */
export function toOutcomeResult(
  outcome: Exclude<Outcome, { type: "host-executes" }>,
  next: NextCalls,
): ToolResult {
  switch (outcome.type) {
    case "ok":
      return outcome.result;
    case "rejected":
      return error(renderRejection(outcome, next));
    case "failed":
      return error(`${outcome.entry.wireName} failed: ${outcome.message}`);
    case "timed-out":
      return error(`${outcome.entry.wireName} did not answer within ${outcome.timeoutMs / 1000} seconds.`);
    case "cancelled":
      return error(`${outcome.entry.wireName} was cancelled.`);
    case "input-required":
      return error(`${outcome.entry.wireName} needs an answer from the user before it can go on.`);
    default:
      return assertNever(outcome);
  }
}

function error(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
