import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { type Conversation, newConversation, readEntry } from "./conversation.ts";
import { readForeignResult } from "./foreign-result.ts";
import type { Message, PendingMessage, ResultMessage, SummaryMessage } from "./message.ts";
import { type ConversationRecord, type KeptRecords, type LoadRecord, RECORD_VERSION } from "./record.ts";
import { visitEntries } from "./visit-entries.ts";

/**
 * Whether an entry carries something that activation is derived from. A host that drops entries from what it hands
 * over keeps these, and hands them to `derive` or to a step as `records`.
 */
export function carriesRecord(message: Message): boolean {
  switch (message.role) {
    case "opening":
    case "summary":
    case "handover":
      return true;
    case "tool": {
      const { record, searches, firstUseAt } = message.meta ?? {};
      return record !== undefined || searches !== undefined || firstUseAt !== undefined;
    }
    case "assistant":
      return message.record !== undefined;
    case "user":
      return message.sources !== undefined || message.cards !== undefined;
    default:
      return false;
  }
}

/**
 * What a summary puts in place of entries: the host's own words, and all that activation needs of them. Entries in
 * which a call waits are refused with `CALL_PENDING`.
 */
export function toSummary(entries: readonly Message[], text: string): SummaryMessage {
  return { role: "summary", text, ...toKeptRecords(entries) };
}

/** What activation needs of entries, so that they can be taken away: reading this reads the same as reading them. */
export function toKeptRecords(entries: readonly Message[]): KeptRecords {
  const state = newConversation();
  const records: ConversationRecord[] = [];
  const reminded = new Set<string>();
  visitEntries(entries, (message) => {
    // One by one: a list can be longer than what a call takes as arguments.
    for (const record of recordsOf(message, state)) records.push(record);
    readEntry(message, state, { compaction: "keep", canonical: (name) => name });
    if (message.role === "assistant") reminded.clear();
    else if (message.role === "user") for (const name of message.tools ?? []) reminded.add(name);
  });
  checkWaiting([...state.pending.values()]);
  const { turn, owed, told, cards, preview, opening, searches } = state;
  return {
    turns: turn,
    records: withoutOldOpenings(records),
    // A reminder that goes before the model has replied to it is to be given again.
    owed: [...new Set([...reminded, ...owed])],
    sources: [...told].map(([id, hash]) => ({ id, hash })),
    ...(cards.size === 0 ? {} : { cards: [...cards].map(([name, isThere]) => ({ name, isThere })) }),
    ...(preview === (opening?.preview ?? "") ? {} : { preview }),
    searches,
  };
}

/** The call itself would be gone, and no provider takes a result without its call. */
function checkWaiting(pending: readonly PendingMessage[]): void {
  if (pending.length === 0) return;
  const callIds = pending.map(({ callId }) => callId);
  const waiting = pending.map(({ callId, tool }) => `"${callId}" of ${tool}`).join(", ");
  throw new PlimsollError(
    "CALL_PENDING",
    `A summary cannot take calls away that wait: ${waiting}. Resume or decline them first, or leave their entries out of it.`,
    { callIds },
  );
}

function recordsOf(message: Message, state: Conversation): readonly ConversationRecord[] {
  switch (message.role) {
    case "opening":
      return [message];
    case "summary":
    case "handover":
      return message.records ?? [];
    case "tool":
      return recordsOfResult(message, state);
    case "assistant":
      return message.record === undefined ? [] : [message.record];
    default:
      return [];
  }
}

function recordsOfResult(message: ResultMessage, state: Conversation): readonly ConversationRecord[] {
  const { meta } = message;
  if (meta === undefined) {
    return readForeignResult(message, state).filter((one) => one.type === "unload" || !isUsed(one, state));
  }
  const { record, outcome, tool, schemaHash, firstUseAt: at = state.turn } = meta;
  if (record !== undefined) return [record];
  if (outcome !== "ok" || tool === undefined) return [];
  // A first call since the load is kept in its place: what a name means is known only when the summary is read.
  if (state.used.has(tool) || state.unloaded.has(tool)) return [];
  const tools = [{ name: tool, ...defined({ schemaHash }) }];
  return [{ v: RECORD_VERSION, type: "load", at, by: "call", tools }];
}

/** Whether a call is on record already: a further one says nothing new, and a summary does not grow by it. */
function isUsed({ by, tools }: LoadRecord, { used }: Conversation): boolean {
  return by === "call" && tools.every(({ name }) => used.has(name));
}

/** Only the newest opening record is obeyed; the array of an earlier one is gone. */
function withoutOldOpenings(records: readonly ConversationRecord[]): ConversationRecord[] {
  const newest = records.findLastIndex((record) => "role" in record);
  return records.filter((record, at) => !("role" in record) || at === newest);
}
