import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { PlimsollError } from "../errors.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { Activation, LoadedTool } from "./activation.ts";
import type { Message, ResultMeta } from "./message.ts";
import { type LoadRecord, type OpeningRecord, RECORD_VERSION, type UnloadRecord } from "./record.ts";

/**
 * Derives what a conversation has loaded from its history: pure, one pass, from metadata alone.
 *
 * A load counts when its result is on record; a completed call of a deferred tool counts as a load. What is in
 * the head, or not in the catalog any more, is not loaded.
 */
export function derive(history: readonly Message[], snapshot: CatalogSnapshot): Activation {
  const loads: Loads = new Map();
  const appended = new Map<string, ToolDefinition>();
  let opening: OpeningRecord | undefined;
  let turn = 0;
  for (const message of history) {
    switch (message.role) {
      case "opening":
        opening = readOpening(message);
        break;
      case "user":
        if (message.from === undefined) turn += 1;
        break;
      case "summary":
        turn += message.turns ?? 0;
        for (const record of message.records ?? []) replay(record, loads, appended);
        break;
      case "tool":
        if (message.meta !== undefined) readResult(message.meta, turn, loads, appended);
        break;
      default:
    }
  }
  return { opening, loaded: standingOf(loads, opening, snapshot), appended: [...appended.values()], turn };
}

/** By canonical name; the order of the map is the order of loading. */
type Loads = Map<string, { readonly schemaHash: string; readonly at: number }>;

function readResult(
  meta: ResultMeta,
  turn: number,
  loads: Loads,
  appended: Map<string, ToolDefinition>,
): void {
  if (meta.record !== undefined) replay(meta.record, loads, appended);
  else if (isCompletedCall(meta) && !loads.has(meta.tool)) {
    loads.set(meta.tool, { schemaHash: meta.schemaHash, at: turn });
  }
}

function replay(
  record: LoadRecord | UnloadRecord,
  loads: Loads,
  appended: Map<string, ToolDefinition>,
): void {
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

function standingOf(
  loads: Loads,
  opening: OpeningRecord | undefined,
  snapshot: CatalogSnapshot,
): LoadedTool[] {
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
