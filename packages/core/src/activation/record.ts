import type { ToolDefinition } from "../tool/tool-definition.ts";

/** How a loaded tool reaches the model. */
export type StrategyName =
  | "all" // everything is in the array; nothing is deferred
  | "bridge" // only the head is in the array; other tools are called through `tool_call`
  | "native" // the provider holds deferred definitions and reveals them
  | "transcript" // loaded tools are added inside the history
  | "append"; // loaded tools are appended to the array

/** What a deferred tool must have been through before it may be called. */
export type Gate =
  | "open" // an allowed tool may be called without loading, after validation
  | "strict"; // only what was loaded

/** The version of records this code writes, and the newest it reads. */
export const RECORD_VERSION = 1;

/** What the first step decided, kept as a history entry that adapters strip, and obeyed ever after. */
export interface OpeningRecord {
  readonly role: "opening";
  readonly v: typeof RECORD_VERSION;
  readonly strategy: StrategyName;
  readonly dialect: string;
  readonly model: string;
  readonly gate: Gate;
  /** The array as sent: these bytes, whatever the catalog says later. */
  readonly tools: readonly ToolDefinition[];
  readonly prompt: string;
  /** The part of the prompt section that previews the catalog. */
  readonly preview?: string;
  /** The sources the model was told of, to notice and announce what changed. */
  readonly sources: readonly SourceMark[];
  /** The deferred tools there were, by canonical name, where the dialect tells what becomes of them later. */
  readonly cards?: readonly string[];
  /** Under `append`: what was loaded before and is permitted, with the definitions that stand behind `tools`. */
  readonly loaded?: readonly LoadedDefinition[];
  /** Under `native`: the meta-tool whose results reveal tools. */
  readonly loader?: string;
  /**
   * The deferred definitions that stand in every request, where the provider must have them to reveal them: by schema
   * hash, with the definition itself where the catalog no longer has it and the history speaks of it.
   */
  readonly deferred?: readonly DeferredDefinition[];
}

/** A deferred tool as it was declared to the provider. */
export interface DeferredDefinition {
  readonly name: string;
  readonly schemaHash: string;
  readonly definition?: ToolDefinition;
}

/** A source as a conversation was told of it; an empty hash means that it was gone. */
export interface SourceMark {
  readonly id: string;
  readonly hash: string;
}

/** A deferred tool as a conversation was told of it since its opening record: there, or gone. */
export interface CardMark {
  readonly name: string;
  readonly isThere: boolean;
}

/** A load, in the metadata of the result that carried the schemas. */
export interface LoadRecord {
  readonly v: typeof RECORD_VERSION;
  readonly type: "load";
  /** The turn it completed in, the first being 1. */
  readonly at: number;
  /** Set where a deferred tool was not asked for but called, which counts as a load and calls for no reminder. */
  readonly by?: "call";
  readonly tools: readonly LoadedDefinition[];
}

/** One tool of a load. */
export interface LoadedDefinition {
  readonly name: string;
  /** Absent where nobody kept it: the schema of today is assumed. */
  readonly schemaHash?: string;
  /** The definition as sent: under `append` in the array, under `native` by the result that revealed it. */
  readonly definition?: ToolDefinition;
}

/** Loads given back: calls stop at once, bytes already sent stay. */
export interface UnloadRecord {
  readonly v: typeof RECORD_VERSION;
  readonly type: "unload";
  readonly at: number;
  readonly names: readonly string[];
}

/** A search, in the metadata of its result: what was asked, and what it loaded where the dialect loads by searching. */
export interface SearchRecord {
  readonly turn: number;
  readonly query: string;
  readonly loaded: readonly string[];
  /** Equal for searches that found the same tools in the same order. */
  readonly found?: string;
}

/** What a conversation leaves on record: activation is derived from these alone. */
export type ConversationRecord = OpeningRecord | LoadRecord | UnloadRecord;

/** What activation needs of entries that are not handed over themselves. */
export interface KeptRecords {
  /** How many turns they were, so that turns keep their numbers. */
  readonly turns?: number;
  /** What was on record there, in order; calls of what was loaded before stand among them. */
  readonly records?: readonly ConversationRecord[];
  /** The tools loaded by the last batch, if no reply followed it: their reminders are still to be given. */
  readonly owed?: readonly string[];
  /** The sources the conversation was told of. */
  readonly sources?: readonly SourceMark[];
  /** The deferred tools that came or went since the opening record, as far as the conversation was told. */
  readonly cards?: readonly CardMark[];
  /** The preview as it was last sent, where it is rendered anew at each step. */
  readonly preview?: string;
  readonly searches?: readonly SearchRecord[];
}
