import { assertNever } from "../internal/assert-never.ts";
import type { CountTokens } from "../surface/tokens.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import { cutToTokens } from "./cut-to-tokens.ts";
import type { Outcome } from "./outcome.ts";
import { type RepairContext, renderRejection } from "./repair.ts";

/** For a handler's own words. */
const MAX_MESSAGE_TOKENS = 2_000;

/** What the model is told of an outcome: the tool's own result, or words on what to do about it. */
export function toOutcomeResult(
  outcome: Exclude<Outcome, { type: "host-executes" }>,
  context: RepairContext & { readonly countTokens: CountTokens },
): ToolResult {
  switch (outcome.type) {
    case "ok":
      return outcome.result;
    case "rejected":
      return error(renderRejection(outcome, context));
    case "failed":
      return error(
        `${outcome.entry.wireName} failed: ${cutToTokens(outcome.message, MAX_MESSAGE_TOKENS, context.countTokens)}`,
      );
    case "timed-out":
      return error(`${outcome.entry.wireName} did not answer within ${outcome.timeoutMs / 1000} seconds.`);
    case "cancelled":
      return error(
        outcome.by === "user"
          ? `The user did not allow ${outcome.entry.wireName} to run. Do not call it again unless the user asks for it.`
          : `${outcome.entry.wireName} was cancelled.`,
      );
    case "input-required":
      return error(`${outcome.entry.wireName} needs an answer from the user before it can go on.`);
    default:
      return assertNever(outcome);
  }
}

function error(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
