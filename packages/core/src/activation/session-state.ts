import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { PlimsollError } from "../errors.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Activation } from "./activation.ts";
import { toLoadedDefinition } from "./loaded-definition.ts";
import type { HandoverMessage } from "./message.ts";
import { type LoadRecord, RECORD_VERSION, type SearchRecord } from "./record.ts";

/** What a conversation has loaded, for hosts that keep it beside a transcript instead of deriving it. JSON. */
export interface SessionState {
  /** Canonical names, in the order of loading. */
  readonly loadedLazyTools: readonly string[];
  readonly loadedAtTurn: Readonly<Record<string, number>>;
  readonly searchHistory: readonly SearchRecord[];
}

/** Exports what a conversation has loaded. */
export function toSessionState({ loaded, searches }: Activation): SessionState {
  return {
    loadedLazyTools: loaded.map(({ name }) => name),
    loadedAtTurn: Object.fromEntries(loaded.map(({ name, at }) => [name, at])),
    searchHistory: searches.map(({ turn, query, loaded: names }) => ({ turn, query, loaded: names })),
  };
}

/**
 * Imports it again, as the first entry of a history. It holds no hashes, so the schemas of today are assumed; a name
 * that the catalog does not know yet counts when it does.
 */
export function fromSessionState(state: SessionState, snapshot: CatalogSnapshot): HandoverMessage {
  const { loadedLazyTools, loadedAtTurn, searchHistory } = readState(state);
  // Own turns only: a tool may have the name of something that every object has.
  const atOf = (name: string): number => (Object.hasOwn(loadedAtTurn, name) ? (loadedAtTurn[name] ?? 0) : 0);
  const records = loadedLazyTools.map((name): LoadRecord => {
    const resolution = snapshot.resolve(name);
    const tool = resolution.type === "found" ? toLoadedDefinition(resolution.entry) : { name };
    return { v: RECORD_VERSION, type: "load", at: atOf(name), tools: [tool] };
  });
  const passed = [...records.map(({ at }) => at), ...searchHistory.map(({ turn }) => turn)];
  const turns = passed.reduce((newest, turn) => Math.max(newest, turn), 0);
  return { role: "handover", turns, records, searches: searchHistory };
}

function readState(state: SessionState): SessionState {
  const { loadedLazyTools, loadedAtTurn, searchHistory }: Partial<SessionState> = isRecord(state)
    ? state
    : {};
  if (!Array.isArray(loadedLazyTools) || !loadedLazyTools.every((name) => typeof name === "string")) {
    throw invalid('"loadedLazyTools" is not a list of names');
  }
  if (!isRecord(loadedAtTurn) || !Object.values(loadedAtTurn).every(isTurn)) {
    throw invalid('"loadedAtTurn" does not give a turn for each name');
  }
  if (!Array.isArray(searchHistory) || !searchHistory.every(isSearch)) {
    throw invalid('"searchHistory" is not a list of { turn, query, loaded }');
  }
  return { loadedLazyTools, loadedAtTurn, searchHistory };
}

function isTurn(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSearch(value: unknown): value is SearchRecord {
  if (!isRecord(value)) return false;
  const { turn, query, loaded } = value;
  return isTurn(turn) && typeof query === "string" && Array.isArray(loaded);
}

function invalid(reason: string): PlimsollError<"STATE_INVALID"> {
  return new PlimsollError(
    "STATE_INVALID",
    `The state cannot be imported: ${reason}. Pass what toSessionState gave.`,
    { reason },
  );
}
