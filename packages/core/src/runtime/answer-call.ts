import type { PendingMessage, ResultMessage, ToolCall } from "../activation/message.ts";
import { type LoadRecord, RECORD_VERSION } from "../activation/record.ts";
import { toAnswerEntry } from "../call/answer-entry.ts";
import { readApproval } from "../call/approval.ts";
import type { Outcome } from "../call/outcome.ts";
import { countRefusals } from "../call/refused-before.ts";
import { type Performed, perform } from "../dialects/perform.ts";
import type { InputAnswers } from "../tool/handler.ts";
import { toCallEnd } from "./call-event.ts";
import { type CallCircumstances, type Conversation, isCallable, toPerformContext } from "./conversation.ts";

/** A call, what came of it, and its entry in the history. */
export interface AnsweredCall {
  readonly call: ToolCall;
  readonly performed: Performed;
  readonly entry: ResultMessage | PendingMessage;
}

/** What an entry is written with beside the call. */
export interface EntryOptions {
  /** The user's answers that the call was made with. */
  readonly answers?: InputAnswers | undefined;
  /** How often the same call stands earlier in the same batch. */
  readonly repeated?: number;
}

/** Makes one call and writes its history entry. Whoever watches is told when it begins and when it ends. */
export async function answerCall(
  call: ToolCall,
  conversation: Conversation,
  circumstances: CallCircumstances & EntryOptions,
): Promise<AnsweredCall> {
  const { telemetry } = conversation.engine;
  telemetry.emit(() => ({ type: "call-start", callId: call.id, requestedName: call.name }));
  const startedAt = performance.now();
  const performed = await perform(call, toPerformContext(conversation, circumstances));
  const durationMs = performance.now() - startedAt;
  return toAnswered(call, performed, conversation, { ...circumstances, durationMs });
}

/** The entry of a call that has been made, told to whoever watches. */
export function toAnswered(
  call: ToolCall,
  performed: Performed,
  conversation: Conversation,
  { durationMs, ...options }: EntryOptions & { readonly durationMs: number },
): AnsweredCall {
  const entry = toEntry(call, performed, conversation, options);
  const { telemetry } = conversation.engine;
  const result = entry.role === "tool" ? entry : undefined;
  telemetry.emit(() => toCallEnd({ callId: call.id, performed, result }, conversation, durationMs));
  return { call, performed, entry };
}

/** The history entry of a call that has been made. */
export function toEntry(
  call: ToolCall,
  { outcome, request, isMeta }: Performed,
  conversation: Conversation,
  { answers, repeated = 0 }: EntryOptions = {},
): ResultMessage | PendingMessage {
  const { engine, history, next } = conversation;
  const approved = readApproval(answers) === "given";
  const entry = toAnswerEntry(
    call,
    outcome,
    { call: request, ...(approved ? { approved } : {}) },
    {
      next,
      isMeta,
      isFindable: (entry) => conversation.view.ask(entry).find,
      isCallable: (entry) => isCallable(entry, conversation),
      refusedBefore: outcome.type === "rejected" ? countRefusals(call, history) + repeated : 0,
      resultTokens: engine.resultTokens,
      countTokens: engine.countTokens,
      callRecord: toCallRecord(outcome, conversation),
    },
  );
  return withFirstUse(entry, conversation);
}

/**
 * The first completed call since a load is marked, so that hosts that keep only what carries a record keep it. It is no
 * record of its own: beside an unload in the same batch, it takes nothing of that back.
 */
function withFirstUse<Entry extends ResultMessage | PendingMessage>(
  entry: Entry,
  { activation: { opening, used, loaded, turn } }: Conversation,
): Entry {
  if (entry.role === "pending" || opening === undefined) return entry;
  const { outcome, tool, record } = entry.meta ?? {};
  if (outcome !== "ok" || tool === undefined || record !== undefined) return entry;
  // One that changed may be loaded anew in this very batch.
  const isChanged = loaded.some(({ name, standing }) => name === tool && standing === "changed");
  if (used.includes(tool) && !isChanged) return entry;
  return { ...entry, meta: { ...entry.meta, firstUseAt: turn } };
}

/** A completed call of a deferred tool counts as a load, and is on record as one. */
function toCallRecord(outcome: Outcome, { activation }: Conversation): LoadRecord | undefined {
  if (outcome.type !== "ok" || outcome.entry === undefined || activation.opening === undefined)
    return undefined;
  const { name, wireName, schemaHash, definition } = outcome.entry;
  const { opening, loaded, turn } = activation;
  const isThere =
    opening.tools.some((tool) => tool.name === wireName) || loaded.some((tool) => tool.name === name);
  if (isThere) return undefined;
  const isAppended = opening.strategy === "append";
  const tool = { name, schemaHash, ...(isAppended ? { definition } : {}) };
  return { v: RECORD_VERSION, type: "load", at: turn, by: "call", tools: [tool] };
}
