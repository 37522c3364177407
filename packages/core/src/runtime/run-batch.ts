import type { Message, PendingMessage, ResultMessage, ToolCall } from "../activation/message.ts";
import type { LoadRecord } from "../activation/record.ts";
import { toCallText } from "../call/refused-before.ts";
import { defined } from "../internal/defined.ts";
import { type AnsweredCall, answerCall, toEntry } from "./answer-call.ts";
import { toLoadEvents } from "./call-event.ts";
import type { Conversation } from "./conversation.ts";
import { remind } from "./remind.ts";
import type { AcceptOptions, StepInput } from "./runtime.ts";

/** Runs the calls of one reply side by side. Results keep the order of the calls; reminders come after the last. */
export async function runBatch(
  conversation: Conversation,
  calls: readonly ToolCall[],
  { principal, signal, progress }: AcceptOptions & Pick<StepInput, "principal">,
): Promise<Message[]> {
  const texts = calls.map(toCallText);
  const answered = await Promise.all(
    calls.map((call, at) =>
      answerCall(call, conversation, {
        ...defined({ principal, signal }),
        progress: (update) => progress?.(call.id, update),
        repeated: texts.slice(0, at).filter((text) => text !== undefined && text === texts[at]).length,
      }),
    ),
  );
  const { telemetry } = conversation.engine;
  for (const event of answered.flatMap(({ entry }) => toLoadEvents(entry, conversation)))
    telemetry.emit(() => event);
  const loaded = new Set(answered.flatMap(loadedBy));
  const entries = answered.map((one) => toldOfLoads(one, loaded, conversation));
  const isWaiting = entries.some(({ role }) => role === "pending");
  return isWaiting ? entries : [...entries, ...remind([...loaded], conversation)];
}

/** What a call loaded because it was asked to. */
export function loadedBy({ entry }: AnsweredCall): string[] {
  const record = entry.role === "tool" ? entry.meta?.record : undefined;
  return isLoad(record) && record.by === undefined ? record.tools.map(({ name }) => name) : [];
}

/** A call that came too early for a load of the same batch is told so. */
export function toldOfLoads(
  { call, performed, entry }: AnsweredCall,
  loaded: ReadonlySet<string>,
  conversation: Conversation,
): ResultMessage | PendingMessage {
  const { outcome } = performed;
  if (outcome.type !== "rejected" || outcome.reason !== "not-loaded" || !loaded.has(outcome.entry.name)) {
    return entry;
  }
  return toEntry(call, { ...performed, outcome: { ...outcome, loading: true } }, conversation);
}

function isLoad(record: { readonly type: string } | undefined): record is LoadRecord {
  return record?.type === "load";
}
