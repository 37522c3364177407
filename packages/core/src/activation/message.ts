import type { ContentBlock } from "../tool/content.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { LoadRecord, OpeningRecord, SourceMark, UnloadRecord } from "./record.ts";

/** One entry of a conversation's history, in no provider's shape. It is JSON: store it as you like. */
export type Message =
  | UserMessage
  | AssistantMessage
  | ResultMessage
  | SummaryMessage
  | ToolChangeMessage
  | OpeningRecord;

/** What the user said; or, with `from`, what Plimsoll appended, which opens no turn. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  readonly attachments?: readonly ContentBlock[];
  /** Absent: a person. `reminder`: after a load. `news`: the catalog changed. */
  readonly from?: "reminder" | "news";
  /** The sources that the news is about, so that it is told once. */
  readonly sources?: readonly SourceMark[];
}

/** One step's reply. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text?: string;
  readonly calls: readonly ToolCall[];
  /** What the provider wants back unchanged: thinking blocks, signatures, item ids. */
  readonly providerData?: unknown;
}

/** A reply as the model gave it, before it is an entry of the history. */
export type Reply = Omit<AssistantMessage, "role">;

/** One call in a batch. */
export interface ToolCall {
  readonly id: string;
  /** As the model wrote it. */
  readonly name: string;
  /** An object; a JSON text of one is parsed, anything else is refused. */
  readonly arguments: unknown;
}

/** The answer to one call. Its content may be cleared by the host; the rest is what activation is derived from. */
export interface ResultMessage {
  readonly role: "tool";
  readonly callId: string;
  /** The name that was called, as the model wrote it. */
  readonly name: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly meta?: ResultMeta;
}

/** The ways a call can end, as a history keeps them. */
export type OutcomeType =
  | "ok" // the tool ran and answered
  | "rejected" // it was not called: unknown, denied, removed, not loaded, or ill arguments
  | "failed" // it ran and threw
  | "timed-out"
  | "cancelled"
  | "input-required" // it needs the user before it can go on
  | "host-executes"; // the host runs it

/** What the host and Plimsoll keep of a result; no model reads it. */
export interface ResultMeta {
  /** How the call ended; absent in a result that the host produced itself. */
  readonly outcome?: OutcomeType;
  /** The canonical name of the tool that ran, behind aliases and `tool_call`. */
  readonly tool?: string;
  /** The schema hash of that tool at the time. */
  readonly schemaHash?: string;
  /** What was loaded or given back by this call. */
  readonly record?: LoadRecord | UnloadRecord;
  /** Words for the host, such as "use X instead" after a deprecated name. */
  readonly notice?: string;
  /** The whole content, where what the model was given is its first page; the call's id is the handle to it. */
  readonly whole?: readonly ContentBlock[];
  /** A host that shortens results leaves this one whole: it carries schemas. */
  readonly keepWhole?: boolean;
  /** What the tool's own source said beside its content. */
  readonly upstream?: Readonly<Record<string, unknown>>;
}

/** What stands in place of entries that a compaction took away. */
export interface SummaryMessage {
  readonly role: "summary";
  readonly text: string;
  /** How many turns it stands for, so that turns keep their numbers. */
  readonly turns?: number;
  /** The load and unload records of what it stands for, in order. */
  readonly records?: readonly (LoadRecord | UnloadRecord)[];
}

/** Tools added or taken away inside the history, under the strategy `transcript`. */
export interface ToolChangeMessage {
  readonly role: "tool-change";
  readonly added: readonly ToolDefinition[];
  readonly removed: readonly string[];
}

/** A history entry as the model is given it: without records and metadata. */
export type SentMessage =
  | Pick<UserMessage, "role" | "text" | "attachments">
  | AssistantMessage
  | Pick<ResultMessage, "role" | "callId" | "name" | "content" | "isError">
  | Pick<SummaryMessage, "role" | "text">
  | ToolChangeMessage;
