import { NO_ACTIVATION } from "../activation/activation.ts";
import { toOutcomeResult } from "../call/outcome-result.ts";
import { type Performed, type PerformRequest, perform } from "../dialects/perform.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import { toCallEnd } from "./call-event.ts";
import { type Conversation, isCallable, takeUp, toPerformContext } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { CallAnswer, CallOptions } from "./runtime.ts";

/** Runs one call outside any conversation: nothing is loaded, nothing is on record, and the result is whole. */
export async function callOnce(
  engine: Engine,
  call: PerformRequest,
  { model = "", id = "", ...asked }: CallOptions = {},
): Promise<CallAnswer> {
  const conversation = takeUp(engine, { model, ...asked }, NO_ACTIVATION, []);
  engine.telemetry.emit(() => ({ type: "call-start", callId: id, requestedName: call.name }));
  const startedAt = performance.now();
  const performed = await perform(call, toPerformContext(conversation, asked));
  const result = toResult(performed, conversation);
  const durationMs = performance.now() - startedAt;
  engine.telemetry.emit(() => toCallEnd({ callId: id, performed, result }, conversation, durationMs));
  return { outcome: performed.outcome, result };
}

function toResult({ outcome }: Performed, conversation: Conversation): ToolResult | undefined {
  if (outcome.type === "host-executes") return undefined;
  return toOutcomeResult(outcome, {
    next: conversation.next,
    isFindable: (entry) => conversation.view.ask(entry).find,
    isCallable: (entry) => isCallable(entry, conversation),
    refusedBefore: 0,
    countTokens: conversation.engine.countTokens,
  });
}
