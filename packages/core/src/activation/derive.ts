import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { PlimsollError } from "../errors.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { Activation, CompactionPolicy, LoadedTool } from "./activation.ts";
import type { Message, ResultMeta } from "./message.ts";
import { type LoadRecord, type OpeningRecord, RECORD_VERSION, type UnloadRecord } from "./record.ts";

/** How a history is read. */
export interface DeriveOptions {
  /** What a summary does to what was loaded before it; `keep` if absent. */
  readonly compaction?: CompactionPolicy;
}

/**
 * Derives what a conversation has loaded from its history: pure, one pass, from metadata alone.
 *
 * A load counts when its result is on record; a completed call of a deferred tool counts as a load. What is in
 * the head, or not in the catalog any more, is not loaded.
 */
export function derive(
  history: readonly Message[],
  snapshot: CatalogSnapshot,
  { compaction = "keep" }: DeriveOptions = {},
): Activation {
  const state = newConversation();
  for (const message of history) {
    switch (message.role) {
      case "opening":
        open(readOpening(message), state);
        break;
      case "user":
        if (message.from === undefined) state.turn += 1;
        for (const { id, hash } of message.sources ?? []) state.told.set(id, hash);
        break;
      case "summary":
        state.turn += message.turns ?? 0;
        if (compaction === "reset") reset(state);
        else for (const record of message.records ?? []) replay(record, state);
        break;
      case "tool":
        if (message.meta !== undefined) readResult(message.meta, state);
        break;
      default:
    }
  }
  const { opening, appended, told, isReset, turn } = state;
  return {
    opening,
    loaded: standingOf(state, snapshot),
    appended: [...appended.values()],
    told: [...told].map(([id, hash]) => ({ id, hash })),
    isReset,
    turn,
  };
}

/** What is known of a conversation so far, while its history is read. */
interface Conversation {
  opening: OpeningRecord | undefined;
  turn: number;
  isReset: boolean;
  /** By canonical name; the order of the map is the order of loading. */
  readonly loads: Map<string, { readonly schemaHash: string; readonly at: number }>;
  readonly appended: Map<string, ToolDefinition>;
  readonly told: Map<string, string>;
}

function newConversation(): Conversation {
  return {
    opening: undefined,
    turn: 0,
    isReset: false,
    loads: new Map(),
    appended: new Map(),
    told: new Map(),
  };
}

function open(opening: OpeningRecord, state: Conversation): void {
  state.opening = opening;
  state.isReset = false;
  // A new array carries nothing of an earlier one.
  state.appended.clear();
  state.told.clear();
  for (const { id, hash } of opening.sources) state.told.set(id, hash);
}

function reset(state: Conversation): void {
  state.isReset = state.opening !== undefined;
  state.opening = undefined;
  state.loads.clear();
  state.appended.clear();
}

function readResult(meta: ResultMeta, state: Conversation): void {
  if (meta.record !== undefined) replay(meta.record, state);
  else if (isCompletedCall(meta) && !state.loads.has(meta.tool)) {
    state.loads.set(meta.tool, { schemaHash: meta.schemaHash, at: state.turn });
  }
}

function replay(record: LoadRecord | UnloadRecord, { loads, appended }: Conversation): void {
  if (record.type === "unload") {
    for (const name of record.names) loads.delete(name);
    return;
  }
  for (const { name, schemaHash, definition } of record.tools) {
    if (definition !== undefined && !appended.has(name)) appended.set(name, definition);
    loads.delete(name);
    loads.set(name, { schemaHash, at: record.at });
  }
}

function standingOf({ loads, opening }: Conversation, snapshot: CatalogSnapshot): LoadedTool[] {
  const head = new Set(opening?.tools.map((definition) => definition.name));
  const loaded: LoadedTool[] = [];
  for (const [name, { schemaHash, at }] of loads) {
    const entry = snapshot.get(name);
    if (entry === undefined || head.has(entry.wireName)) continue;
    const standing = entry.schemaHash === schemaHash ? "current" : "changed";
    loaded.push({ name: entry.name, schemaHash, at, standing });
  }
  return loaded;
}

function isCompletedCall(meta: ResultMeta): meta is ResultMeta & { tool: string; schemaHash: string } {
  return meta.outcome === "ok" && meta.tool !== undefined && meta.schemaHash !== undefined;
}

function readOpening(record: OpeningRecord): OpeningRecord {
  if (record.v !== RECORD_VERSION) {
    throw new PlimsollError(
      "RECORD_UNREADABLE",
      `The history's opening record has version ${JSON.stringify(record.v)}; this Plimsoll reads ${RECORD_VERSION}. Update @plimsoll/core, or start a new conversation.`,
      { version: record.v },
    );
  }
  return record;
}
