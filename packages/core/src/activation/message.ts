import type { ContentBlock } from "../tool/content.ts";
import type { InputRequired } from "../tool/handler.ts";
import type { Risk } from "../tool/tool.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type {
  CardMark,
  KeptRecords,
  LoadRecord,
  OpeningRecord,
  SearchRecord,
  SourceMark,
  UnloadRecord,
} from "./record.ts";

/** One entry of a conversation's history, in no provider's shape. It is JSON: store it as you like. */
export type Message =
  | UserMessage
  | AssistantMessage
  | ResultMessage
  | PendingMessage
  | SummaryMessage
  | HandoverMessage
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
  /** The deferred tools that the news is about, so that it is told once. */
  readonly cards?: readonly CardMark[];
  /** The canonical names of the tools that the reminder is about, so that it is given once. */
  readonly tools?: readonly string[];
}

/** One step's reply. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text?: string;
  readonly calls: readonly ToolCall[];
  /** What the provider wants back unchanged: thinking blocks, signatures, item ids. */
  readonly providerData?: unknown;
  /** What the provider revealed by itself in this reply, which counts as a load. */
  readonly record?: LoadRecord;
}

/** A reply as the model gave it, before it is an entry of the history. */
export interface Reply extends Omit<AssistantMessage, "role" | "record"> {
  /** The tools that the provider searched for and revealed by itself, by the names it knows them by. */
  readonly revealed?: readonly string[];
}

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
  /** What the call could have done to the world: `read` for meta-tools, the inner tool's risk for `tool_call`. */
  readonly risk?: Risk;
  /** The turn, where no call of this tool had completed since it was loaded: a host that prunes keeps the entry. */
  readonly firstUseAt?: number;
  /** What was loaded or given back by this call. */
  readonly record?: LoadRecord | UnloadRecord;
  /** What was searched for by this call. */
  readonly searches?: readonly SearchRecord[];
  /** Words for the host, such as "use X instead" after a deprecated name. */
  readonly notice?: string;
  /** The whole content, where what the model was given is its first page; the call's id is the handle to it. */
  readonly whole?: WholeResult;
  /** A host that shortens results leaves this one whole: it carries schemas. */
  readonly keepWhole?: boolean;
  /** What the tool's own source said beside its content. */
  readonly upstream?: Readonly<Record<string, unknown>>;
}

/** A result that was given in pages, as a history keeps it. */
export interface WholeResult {
  readonly content: readonly ContentBlock[];
  readonly pageTokens: number;
  /** The text was longer than is kept: so many characters of it are here. */
  readonly cutAt?: number;
}

/**
 * A call that waits: for the host to run it, or for the user to answer. Kept in the history so that it survives a
 * restart, never sent; the result that `resume` appends takes its place.
 */
export interface PendingMessage {
  readonly role: "pending";
  readonly callId: string;
  /** The name that was called, as the model wrote it. */
  readonly name: string;
  /** The canonical name of the tool that is waited for. */
  readonly tool: string;
  readonly waitsFor: PendingHost | PendingInput;
}

/** The host runs the tool, with this input. */
export interface PendingHost {
  readonly type: "host";
  /** The name that was called behind the bridge, where it is not the tool's own. */
  readonly requested?: string;
  /** Parsed: defaults filled in, as a handler would receive it. */
  readonly input: unknown;
  /** What goes with the result, because of the name that was called. */
  readonly notice?: string;
}

/** The user is asked, by the tool itself or for leave to run it. */
export interface PendingInput {
  readonly type: "user";
  /** What the model called behind the bridge, in its own words, so that the call can be made again. */
  readonly call: Pick<ToolCall, "name" | "arguments">;
  readonly request: InputRequired;
  /** The user has given leave already; what is asked now is the tool's own question. */
  readonly approved?: boolean;
}

/** What stands in place of entries that a compaction took away, with what activation needs of them. */
export interface SummaryMessage extends KeptRecords {
  readonly role: "summary";
  readonly text: string;
}

/** Records that come from elsewhere: from a parent, from a host that keeps them apart, from exported state. Never sent. */
export interface HandoverMessage extends KeptRecords {
  readonly role: "handover";
}

/** Tools added or taken away inside the history, under the strategy `transcript`. */
export interface ToolChangeMessage {
  readonly role: "tool-change";
  readonly added: readonly ToolDefinition[];
  readonly removed: readonly string[];
}

/** A result as the model is given it. */
export interface SentResult extends Pick<ResultMessage, "role" | "callId" | "name" | "content" | "isError"> {
  /** Under `native`: the definitions that the provider reveals here, in place of the text that speaks of them. */
  readonly reveals?: readonly ToolDefinition[];
}

/** A history entry as the model is given it: without records and metadata. */
export type SentMessage =
  | Pick<UserMessage, "role" | "text" | "attachments">
  | Omit<AssistantMessage, "record">
  | SentResult
  | Pick<SummaryMessage, "role" | "text">
  | ToolChangeMessage;
