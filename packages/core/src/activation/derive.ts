import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { Activation, CompactionPolicy, LoadedTool } from "./activation.ts";
import { type Conversation, newConversation, type ReadOptions, readEntry } from "./conversation.ts";
import type { Message } from "./message.ts";
import type { OpeningRecord } from "./record.ts";
import { visitEntries } from "./visit-entries.ts";

/** How a history is read. */
export interface DeriveOptions {
  /** What a summary does to what was loaded before it; `keep` if absent. */
  readonly compaction?: CompactionPolicy;
  /**
   * The entries of the whole conversation that carry records (see `carriesRecord`), in order, for hosts whose history
   * is only the part that the model is given. What was loaded is then read from these. Turns are counted in the
   * history, so what was cut from it leaves its number there, as the `turns` of a summary; without it, the newest
   * turn on record is the best that is known.
   */
  readonly records?: readonly Message[];
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
  { compaction = "keep", records }: DeriveOptions = {},
): Activation {
  const options = { compaction, canonical: createCanonical(snapshot) };
  const seen = read(history, options);
  if (records === undefined) return toActivation(seen, snapshot);
  const recorded = read(records, options);
  const turn = Math.max(seen.turn, recorded.turn, recorded.lastAt);
  // What the history gives the model stands in the history itself, under a record that may not.
  const { owed, pending } = seen;
  const { revealed } =
    seen.opening === undefined ? read(underOpening(recorded.opening, history), options) : seen;
  return toActivation({ ...recorded, turn, owed, pending, revealed }, snapshot);
}

function underOpening(opening: OpeningRecord | undefined, history: readonly Message[]): readonly Message[] {
  return opening === undefined ? history : [opening, ...history];
}

function read(history: readonly Message[], options: ReadOptions): Conversation {
  const state = newConversation();
  visitEntries(history, (message) => readEntry(message, state, options));
  return state;
}

/** Names as the catalog has them today: old names by their living twins, other spellings by the right one. */
function createCanonical(snapshot: CatalogSnapshot): ReadOptions["canonical"] {
  return (name) => {
    if (snapshot.get(name) !== undefined) return name;
    const resolution = snapshot.resolve(name);
    return resolution.type === "found" ? resolution.entry.name : name;
  };
}

function toActivation(state: Conversation, snapshot: CatalogSnapshot): Activation {
  const {
    opening,
    used,
    appended,
    revealed,
    unloaded,
    owed,
    pending,
    told,
    cards,
    preview,
    searches,
    isReset,
    turn,
  } = state;
  const loaded = standingOf(state, snapshot);
  return {
    opening,
    loaded,
    newest: loaded.filter(({ at }) => at === turn).map(({ name }) => name),
    used: [...used],
    appended: [...appended.values()],
    revealed: [...revealed.values()],
    unloaded: [...unloaded],
    owed: loaded.filter(({ name }) => owed.has(name)).map(({ name }) => name),
    pending: [...pending.values()],
    told: [...told].map(([id, hash]) => ({ id, hash })),
    cards: [...cards].map(([name, isThere]) => ({ name, isThere })),
    preview,
    searches,
    isReset,
    turn,
  };
}

function standingOf({ loads, opening }: Conversation, snapshot: CatalogSnapshot): LoadedTool[] {
  const head = new Set(opening?.tools.map((definition) => definition.name));
  const loaded: LoadedTool[] = [];
  for (const [name, { schemaHash = snapshot.get(name)?.schemaHash, at }] of loads) {
    const entry = snapshot.get(name);
    if (entry === undefined || schemaHash === undefined || head.has(entry.wireName)) continue;
    const standing = entry.schemaHash === schemaHash ? "current" : "changed";
    loaded.push({ name: entry.name, schemaHash, at, standing });
  }
  return loaded;
}
