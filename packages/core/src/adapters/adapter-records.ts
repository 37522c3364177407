import type {
  Message,
  PendingMessage,
  ResultMessage,
  ResultMeta,
  UserMessage,
} from "../activation/message.ts";
import type { KeptRecords, LoadRecord, OpeningRecord } from "../activation/record.ts";
import { addTo } from "../internal/add-to.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ReadEntry } from "./adapter.ts";

/** What is kept beside a provider's messages, because their shapes cannot hold it: JSON, to be handed back on resume. */
export interface AdapterRecords {
  readonly opening?: KeptOpening;
  /** The metadata of results, by call id. */
  readonly results?: Readonly<Record<string, ResultMeta>>;
  /** What Plimsoll said as a user, in order: found again by its text. */
  readonly notes?: readonly KeptNote[];
  /** What the provider revealed by itself, by the key of the reply. */
  readonly replies?: Readonly<Record<string, LoadRecord>>;
  /** The cards as they were last sent, where they are rendered anew at each step. */
  readonly preview?: string;
  /** Calls that wait, by call id. */
  readonly pending?: Readonly<Record<string, PendingMessage>>;
  /** Results of a batch in which a call waits: no provider takes them without the others. */
  readonly held?: readonly ResultMessage[];
  /** What an adapter was set to, so that a conversation goes on as it began. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** An opening record, and how many messages stood before it. */
export interface KeptOpening {
  readonly record: OpeningRecord;
  readonly at: number;
}

/** A text that stands among the user's messages and is not the user's. */
export interface KeptNote {
  readonly text: string;
  /** What kind of entry it is; a text that goes with a result is none of its own. */
  readonly of: Omit<UserMessage, "role" | "text"> | SummaryNote | ResultNote;
}

/** Stands in place of messages that were taken away. */
export interface SummaryNote extends KeptRecords {
  readonly from: "summary";
}

/** What a result says beside what it reveals. */
export interface ResultNote {
  readonly from: "result";
}

/** Keeps what the provider's messages will not hold of entries that are appended behind so many messages. */
export function keepRecords(
  records: AdapterRecords,
  entries: readonly Message[],
  { at, replyKey }: { readonly at: number; readonly replyKey?: string | undefined },
): AdapterRecords {
  return entries.reduce<AdapterRecords>((kept, entry) => keepEntry(kept, entry, at, replyKey), records);
}

function keepEntry(
  records: AdapterRecords,
  entry: Message,
  at: number,
  replyKey: string | undefined,
): AdapterRecords {
  switch (entry.role) {
    case "opening":
      return { ...records, opening: { record: entry, at } };
    case "user": {
      const { role: _role, text, ...of } = entry;
      return entry.from === undefined ? records : withNote(records, { text, of });
    }
    case "summary": {
      const { role: _role, text, ...kept } = entry;
      return withNote(records, { text, of: { from: "summary", ...kept } });
    }
    case "assistant":
      if (entry.record === undefined || replyKey === undefined) return records;
      return { ...records, replies: { ...records.replies, [replyKey]: entry.record } };
    case "tool": {
      const { [entry.callId]: _answered, ...pending } = records.pending ?? {};
      const { meta = {}, callId } = entry;
      return { ...records, pending, results: { ...records.results, [callId]: meta } };
    }
    case "handover":
      return entry.preview === undefined ? records : { ...records, preview: entry.preview };
    case "pending":
      return { ...records, pending: { ...records.pending, [entry.callId]: entry } };
    default:
      return records;
  }
}

/**
 * Keeps the definitions of tools that were added by a name alone, with the record that declares them: the history speaks
 * of them for ever after, whatever becomes of the catalog.
 */
export function keepDeclared(
  records: AdapterRecords,
  entries: readonly Message[],
  declared: readonly ToolDefinition[] = [],
): AdapterRecords {
  const { opening } = records;
  const spoken = new Set(
    entries.flatMap((entry) => (entry.role === "tool-change" ? entry.added.map(({ name }) => name) : [])),
  );
  if (opening?.record.deferred === undefined || spoken.size === 0) return records;
  // A step resolves them in the order of the record.
  const deferred = opening.record.deferred.map((one, at) => {
    const definition = declared[at];
    const isKept = one.definition !== undefined || definition === undefined || !spoken.has(definition.name);
    return isKept ? one : { ...one, definition };
  });
  return { ...records, opening: { ...opening, record: { ...opening.record, deferred } } };
}

/** Records with one more text that is not the user's. */
export function withNote(records: AdapterRecords, note: KeptNote): AdapterRecords {
  return { ...records, notes: [...(records.notes ?? []), note] };
}

/**
 * The history of a conversation: its messages as they were read, with what was kept beside them. A record counts where
 * the message is there that it belongs to, so that a host may cut its messages back, retry or fork.
 */
export function toHistory(read: readonly ReadEntry[], records: AdapterRecords): Message[] {
  const notes = notesByText(records.notes ?? [], read);
  const openedAt = records.opening?.at ?? 0;
  const restore = (entries: readonly ReadEntry[]): Message[] =>
    entries.flatMap(({ entry, key }) => restoreEntry(entry, key, records, notes) ?? []);
  const history = [
    ...restore(read.filter(({ at }) => at < openedAt)),
    ...openingEntries(records),
    ...restore(read.filter(({ at }) => at >= openedAt)),
  ];
  return [...history, ...restoreWaiting(history, records)];
}

function openingEntries({ opening, preview }: AdapterRecords): Message[] {
  if (opening === undefined) return [];
  return preview === undefined ? [opening.record] : [opening.record, { role: "handover", preview }];
}

function restoreEntry(
  entry: Message,
  key: string | undefined,
  { results = {}, replies = {} }: AdapterRecords,
  notes: Map<string, KeptNote[]>,
): Message | undefined {
  switch (entry.role) {
    case "tool": {
      const meta = Object.hasOwn(results, entry.callId) ? results[entry.callId] : undefined;
      return meta === undefined ? entry : { ...entry, meta };
    }
    case "assistant": {
      const record = key !== undefined && Object.hasOwn(replies, key) ? replies[key] : undefined;
      return record === undefined ? entry : { ...entry, record };
    }
    case "user": {
      const note = notes.get(entry.text)?.shift();
      return note === undefined ? entry : fromNote(entry, note);
    }
    default:
      return entry;
  }
}

function fromNote(entry: UserMessage, { of }: KeptNote): Message | undefined {
  if (of.from === "result") return undefined;
  if (of.from !== "summary") return { ...entry, ...of };
  const { from: _from, ...kept } = of;
  return { role: "summary", text: entry.text, ...kept };
}

/** Calls that wait, and the results that wait with them, where their calls are the last thing that was said. */
function restoreWaiting(history: readonly Message[], { pending = {}, held = [] }: AdapterRecords): Message[] {
  const last = history.findLast(({ role }) => role === "assistant");
  if (last?.role !== "assistant") return [];
  const answered = new Set(history.map((entry) => (entry.role === "tool" ? entry.callId : "")));
  return last.calls.flatMap(({ id }): Message[] => {
    if (answered.has(id)) return [];
    const waiting = Object.hasOwn(pending, id) ? pending[id] : held.find(({ callId }) => callId === id);
    return waiting === undefined ? [] : [waiting];
  });
}

/** Where a text was said more often than it stands there, the newest are meant: the host has cut its messages back. */
function notesByText(notes: readonly KeptNote[], read: readonly ReadEntry[]): Map<string, KeptNote[]> {
  const byText = new Map<string, KeptNote[]>();
  for (const note of notes) addTo(byText, note.text, note);
  if (byText.size === 0) return byText;
  const said = new Map<string, number>();
  for (const { entry } of read) {
    if (entry.role === "user") said.set(entry.text, (said.get(entry.text) ?? 0) + 1);
  }
  for (const [text, kept] of byText) byText.set(text, kept.slice(-(said.get(text) ?? kept.length)));
  return byText;
}
