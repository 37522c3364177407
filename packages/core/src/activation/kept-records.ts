import { type Conversation, newConversation, readEntry } from "./conversation.ts";
import { readForeignResult } from "./foreign-result.ts";
import type { Message, ResultMessage, SummaryMessage } from "./message.ts";
import { type ConversationRecord, type KeptRecords, RECORD_VERSION } from "./record.ts";

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
    case "tool":
      return message.meta?.record !== undefined || message.meta?.searches !== undefined;
    case "user":
      return message.sources !== undefined || message.cards !== undefined;
    default:
      return false;
  }
}

/** What a summary puts in place of entries: the host's own words, and all that activation needs of them. */
export function toSummary(entries: readonly Message[], text: string): SummaryMessage {
  return { role: "summary", text, ...toKeptRecords(entries) };
}

/** What activation needs of entries, so that they can be taken away: reading this reads the same as reading them. */
export function toKeptRecords(entries: readonly Message[]): KeptRecords {
  const state = newConversation();
  const records: ConversationRecord[] = [];
  for (const message of entries) {
    // One by one: a list can be longer than what a call takes as arguments.
    for (const record of recordsOf(message, state)) records.push(record);
    readEntry(message, state, { compaction: "keep", canonical: (name) => name });
  }
  const { turn, owed, told, cards, preview, opening, searches } = state;
  return {
    turns: turn,
    records: withoutOldOpenings(records),
    owed: [...owed],
    sources: [...told].map(([id, hash]) => ({ id, hash })),
    ...(cards.size === 0 ? {} : { cards: [...cards].map(([name, isThere]) => ({ name, isThere })) }),
    ...(preview === (opening?.preview ?? "") ? {} : { preview }),
    searches,
  };
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
    default:
      return [];
  }
}

function recordsOfResult(message: ResultMessage, state: Conversation): readonly ConversationRecord[] {
  const { meta } = message;
  if (meta === undefined) return readForeignResult(message, state);
  const { record, outcome, tool, schemaHash } = meta;
  if (record !== undefined) return [record];
  if (outcome !== "ok" || tool === undefined) return [];
  // A first call since the load is kept in its place: what a name means is known only when the summary is read.
  if (state.used.has(tool) || state.unloaded.has(tool)) return [];
  const tools = [{ name: tool, ...(schemaHash === undefined ? {} : { schemaHash }) }];
  return [{ v: RECORD_VERSION, type: "load", at: state.turn, by: "call", tools }];
}

/** Only the newest opening record is obeyed; the array of an earlier one is gone. */
function withoutOldOpenings(records: readonly ConversationRecord[]): ConversationRecord[] {
  const newest = records.findLastIndex((record) => "role" in record);
  return records.filter((record, at) => !("role" in record) || at === newest);
}
