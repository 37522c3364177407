import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ToolName } from "../tool/tool-name.ts";
import type { PendingMessage } from "./message.ts";
import type { CardMark, OpeningRecord, SearchRecord, SourceMark } from "./record.ts";

/** What a conversation has loaded, and where it stands: derived from its history, stored nowhere. */
export interface Activation {
  /** The newest opening record, if the conversation has taken its first step. */
  readonly opening: OpeningRecord | undefined;
  /** In the order of loading; a tool appears once, at its newest load. */
  readonly loaded: readonly LoadedTool[];
  /** Of these, what was loaded in the newest turn. */
  readonly newest: readonly ToolName[];
  /** What was called since it was loaded, also of the head: a further call leaves nothing on record. */
  readonly used: readonly string[];
  /** Under `append`: what was added to the array, as sent, in the order of first loads; unloads leave it alone. */
  readonly appended: readonly ToolDefinition[];
  /** Under `native` and `transcript`: what the history itself gives the model, as it stands there. */
  readonly revealed: readonly RevealedTool[];
  /** Given back by name, and not loaded since: not to be called, whatever the gate. */
  readonly unloaded: readonly string[];
  /** Not loaded, and put before the model by the host all the same: it may be called, and counts as deferred. */
  readonly admitted?: readonly ToolName[];
  /** What the newest batch loaded, where the model has neither replied since nor been reminded. */
  readonly owed: readonly ToolName[];
  /** Calls that wait for the host or the user. */
  readonly pending: readonly PendingMessage[];
  /** The sources the conversation was told of, by the opening record and by news since. */
  readonly told: readonly SourceMark[];
  /** The deferred tools that came or went since the opening record, as far as the conversation was told. */
  readonly cards: readonly CardMark[];
  /** The preview as it was last sent; nothing, where there was none. */
  readonly preview: string;
  readonly searches: readonly SearchRecord[];
  /** Whether a compaction took the opening record away, under the policy `reset`. */
  readonly isReset: boolean;
  /** The number of the current turn, the first being 1; 0 before the user has spoken. */
  readonly turn: number;
}

/** One loaded tool. */
export interface LoadedTool {
  readonly name: ToolName;
  readonly schemaHash: string;
  /** The turn in which it was loaded; 0 for what was handed over before the first. */
  readonly at: number;
  /** Whether the schema the model was given is still the catalog's. */
  readonly standing: "current" | "changed";
}

/** A definition that stands inside the history; its canonical name and hash are known where it was loaded by name. */
export interface RevealedTool {
  readonly definition: ToolDefinition;
  readonly name?: string;
  readonly schemaHash?: string;
}

/** What a compaction does to what was loaded before it. */
export type CompactionPolicy =
  | "keep" // loads survive
  | "keep-used" // loads survive of tools that were called since
  | "reset"; // nothing survives

/** A conversation that has not begun. */
export const NO_ACTIVATION: Activation = {
  opening: undefined,
  loaded: [],
  newest: [],
  used: [],
  appended: [],
  revealed: [],
  unloaded: [],
  owed: [],
  pending: [],
  told: [],
  cards: [],
  preview: "",
  searches: [],
  isReset: false,
  turn: 0,
};
