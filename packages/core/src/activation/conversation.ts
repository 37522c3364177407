import { defined } from "../internal/defined.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { CompactionPolicy, RevealedTool } from "./activation.ts";
import { isStillRevealed } from "./declared.ts";
import { readForeignResult } from "./foreign-result.ts";
import type { AssistantMessage, Message, PendingMessage, ResultMessage, SummaryMessage } from "./message.ts";
import { readOpening } from "./read-opening.ts";
import type {
  ConversationRecord,
  KeptRecords,
  LoadRecord,
  OpeningRecord,
  SearchRecord,
  UnloadRecord,
} from "./record.ts";
import { checkVersion } from "./record-version.ts";

/** What is known of a conversation so far, while its history is read entry by entry. */
export interface Conversation {
  opening: OpeningRecord | undefined;
  turn: number;
  /** The newest turn that anything on record speaks of. */
  lastAt: number;
  isReset: boolean;
  /** By canonical name; the order of the map is the order of loading. */
  readonly loads: Map<string, Load>;
  readonly appended: Map<string, ToolDefinition>;
  /** By wire name. */
  readonly revealed: Map<string, RevealedTool>;
  /** Given back by name, and not loaded since. */
  readonly unloaded: Set<string>;
  /** Called since they were loaded. */
  readonly used: Set<string>;
  readonly owed: Set<string>;
  /** By call id. */
  readonly pending: Map<string, PendingMessage>;
  /** Hashes by source id. */
  readonly told: Map<string, string>;
  /** Whether a deferred tool is there, by name: what was told since the opening record. */
  readonly cards: Map<string, boolean>;
  /** As last sent. */
  preview: string;
  readonly searches: SearchRecord[];
  /** The newest reply, for results that do not say themselves what was called. */
  reply: AssistantMessage | undefined;
}

/** One load, while its history is read. */
export interface Load {
  /** Absent where nobody kept it. */
  readonly schemaHash: string | undefined;
  readonly at: number;
}

/** How entries are read: what a summary does, and what a name that was recorded is called today. */
export interface ReadOptions {
  readonly compaction: CompactionPolicy;
  readonly canonical: (name: string) => string;
}

/** A conversation of which nothing has been read. */
export function newConversation(): Conversation {
  return {
    opening: undefined,
    turn: 0,
    lastAt: 0,
    isReset: false,
    loads: new Map(),
    appended: new Map(),
    revealed: new Map(),
    unloaded: new Set(),
    used: new Set(),
    owed: new Set(),
    pending: new Map(),
    told: new Map(),
    cards: new Map(),
    preview: "",
    searches: [],
    reply: undefined,
  };
}

/** Reads one entry. It looks at records and metadata, never at a text. */
export function readEntry(message: Message, state: Conversation, options: ReadOptions): void {
  switch (message.role) {
    case "opening":
      replay(message, state, options);
      break;
    case "user":
      if (message.from === undefined) state.turn += 1;
      for (const { id, hash } of message.sources ?? []) state.told.set(id, hash);
      for (const { name, isThere } of message.cards ?? []) state.cards.set(name, isThere);
      for (const name of message.tools ?? []) state.owed.delete(options.canonical(name));
      break;
    case "assistant":
      state.reply = message;
      state.owed.clear();
      if (message.record !== undefined) {
        replayResult(message.record, state, options);
      }
      break;
    case "tool":
      readResult(message, state, options);
      break;
    case "pending":
      state.pending.set(message.callId, message);
      break;
    case "summary":
      readSummary(message, state, options);
      break;
    case "handover":
      restore(message, state, options);
      break;
    case "tool-change":
      for (const definition of message.added) state.revealed.set(definition.name, { definition });
      for (const name of message.removed) state.revealed.delete(name);
      break;
    default:
  }
}

function readSummary(message: SummaryMessage, state: Conversation, options: ReadOptions): void {
  // What revealed them is not sent any more.
  state.revealed.clear();
  if (options.compaction === "reset") {
    const { turns = 0, records = [] } = message;
    state.turn += turns;
    state.isReset ||= state.opening !== undefined || records.some((record) => "role" in record);
    forget(state);
    return;
  }
  restore(message, state, options);
  if (options.compaction === "keep-used") {
    for (const name of [...state.loads.keys()]) if (!state.used.has(name)) unload(name, state);
  }
}

/** Nothing of before a compaction counts any more, except that time has passed. */
function forget(state: Conversation): void {
  state.opening = undefined;
  state.preview = "";
  const { loads, appended, unloaded, used, owed, told, cards } = state;
  for (const kept of [loads, appended, unloaded, used, owed, told, cards]) kept.clear();
  state.searches.length = 0;
}

/** Takes over what was kept of entries that are not there. */
function restore(kept: KeptRecords, state: Conversation, options: ReadOptions): void {
  const { turns = 0, records = [], owed = [], sources = [], cards = [], searches = [] } = kept;
  state.turn += turns;
  for (const record of records) replay(record, state, options);
  for (const name of owed) state.owed.add(options.canonical(name));
  for (const { id, hash } of sources) state.told.set(id, hash);
  for (const { name, isThere } of cards) state.cards.set(name, isThere);
  if (kept.preview !== undefined) state.preview = kept.preview;
  keepSearches(searches, state);
}

function keepSearches(searches: readonly SearchRecord[], state: Conversation): void {
  // One by one: a list can be longer than what a call takes as arguments.
  for (const search of searches) {
    state.searches.push(search);
    if (search.turn > state.lastAt) state.lastAt = search.turn;
  }
}

function readResult(message: ResultMessage, state: Conversation, options: ReadOptions): void {
  state.pending.delete(message.callId);
  const { meta } = message;
  if (meta === undefined) {
    for (const record of readForeignResult(message, state)) replayResult(record, state, options);
    return;
  }
  if (meta.searches !== undefined) keepSearches(meta.searches, state);
  if (meta.record !== undefined) replayResult(meta.record, state, options);
  if (meta.outcome === "ok" && meta.tool !== undefined) {
    const { tool, schemaHash, firstUseAt: at = state.turn } = meta;
    if (at > state.lastAt) state.lastAt = at;
    readCall(tool, { schemaHash, at }, state, options);
  }
}

/**
 * A completed call of a deferred tool counts as a load. One of a tool that was given back has a record of its own;
 * without one, it ran beside the unload in the same batch, and takes nothing of it back.
 */
function readCall(
  tool: string,
  call: Load,
  { loads, unloaded, used }: Conversation,
  { canonical }: ReadOptions,
): void {
  const name = loads.has(tool) ? tool : canonical(tool);
  if (unloaded.has(name)) return;
  if (!loads.has(name)) loads.set(name, call);
  used.add(name);
}

/** What was asked for by a load calls for a reminder. */
function replayResult(record: LoadRecord | UnloadRecord, state: Conversation, options: ReadOptions): void {
  replay(record, state, options);
  if (record.type === "unload" || record.by !== undefined) return;
  reveal(record, state);
  for (const { name } of record.tools) state.owed.add(options.canonical(name));
}

/** What a load gave the model inside the history, where the provider reveals it there. */
function reveal({ tools }: LoadRecord, { opening, revealed }: Conversation): void {
  if (opening?.strategy !== "native") return;
  for (const { name, schemaHash, definition } of tools) {
    if (definition === undefined) continue;
    revealed.set(definition.name, { name, definition, ...defined({ schemaHash }) });
  }
}

function replay(record: ConversationRecord, state: Conversation, { canonical }: ReadOptions): void {
  if ("role" in record) {
    open(readOpening(record), state);
    return;
  }
  checkVersion(record);
  if (record.at > state.lastAt) state.lastAt = record.at;
  if (record.type === "unload") {
    for (const name of record.names.map(canonical)) {
      unload(name, state);
      state.unloaded.add(name);
    }
    return;
  }
  for (const { name: recorded, schemaHash, definition } of record.tools) {
    const name = canonical(recorded);
    if (record.by === "call") {
      state.used.add(name);
      // What is loaded already keeps its place and the schema it was loaded with.
      if (state.loads.has(name)) continue;
    } else state.used.delete(name);
    if (definition !== undefined && !state.appended.has(name)) state.appended.set(name, definition);
    state.loads.delete(name);
    state.loads.set(name, { schemaHash, at: record.at });
    state.unloaded.delete(name);
  }
}

function unload(name: string, { loads, owed, used }: Conversation): void {
  loads.delete(name);
  owed.delete(name);
  used.delete(name);
}

/** A new array begins with what its record says, and carries nothing else of an earlier one. */
function open(opening: OpeningRecord, state: Conversation): void {
  state.opening = opening;
  state.isReset = false;
  for (const [wireName, { name }] of state.revealed) {
    if (!isStillRevealed(name, opening)) state.revealed.delete(wireName);
  }
  state.appended.clear();
  for (const { name, definition } of opening.loaded ?? []) {
    if (definition !== undefined) state.appended.set(name, definition);
  }
  state.cards.clear();
  state.preview = opening.preview ?? "";
  state.told.clear();
  for (const { id, hash } of opening.sources) state.told.set(id, hash);
}
