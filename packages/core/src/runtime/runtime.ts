import type { CompactionPolicy } from "../activation/activation.ts";
import type { Message, PendingMessage, Reply, ResultMessage, ToolCall } from "../activation/message.ts";
import type { Gate, LoadedDefinition, OpeningRecord, StrategyName } from "../activation/record.ts";
import type { AbsentSources } from "../call/absent-sources.ts";
import type { StoredResult } from "../call/call-context.ts";
import type { Concurrency } from "../call/limiter.ts";
import type { Outcome } from "../call/outcome.ts";
import type { TelemetrySink } from "../call/telemetry.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { LifecycleRow } from "../catalog/lifecycle.ts";
import type { Manifest } from "../catalog/manifest.ts";
import type { Source } from "../catalog/source.ts";
import type { Dialect, Offer } from "../dialects/dialect.ts";
import type { DialectName } from "../dialects/dialect-named.ts";
import type { PerformRequest } from "../dialects/perform.ts";
import type { Embedder } from "../search/embedder.ts";
import type { SearchAnswer, SearchIndex, SearchRequest } from "../search/search-index.ts";
import type { Budget } from "../surface/budget.ts";
import type { DefinitionTransform } from "../surface/definition-transform.ts";
import type { ModelRow } from "../surface/model-capabilities.ts";
import type { Policy } from "../surface/policy.ts";
import type { Provider } from "../surface/provider.ts";
import type { Surface } from "../surface/surface.ts";
import type { CountTokens, TokenAccount } from "../surface/tokens.ts";
import type { InputAnswers, Progress } from "../tool/handler.ts";
import type { Principal } from "../tool/principal.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ToolResult } from "../tool/tool-result.ts";

/** What a runtime is made from. Only `tools` or `sources` are needed. */
export interface RuntimeOptions {
  /** Tools defined in code. */
  readonly tools?: readonly Tool[];
  /** Places that list tools by themselves, such as MCP servers. */
  readonly sources?: readonly Source[];
  /** Tools that are always in the head, by name or pattern: short for `policy.pins`. */
  readonly pins?: readonly string[];
  /** What holds for every conversation; a step's own policy narrows it further. */
  readonly policy?: Policy | readonly Policy[];
  /** What a file says of the tools and of old names: fields are laid over what the tools say themselves. */
  readonly manifest?: Manifest;
  /** What became of old names, from code. */
  readonly lifecycle?: readonly LifecycleRow[];
  /** The version that the lifecycle is judged by; the manifest's own if absent. */
  readonly version?: string;
  /** The words the model is offered the meta-tools in. */
  readonly dialect?: DialectName | Dialect;
  /** What a deferred tool must have been through before it may be called; the dialect's own if absent. */
  readonly gate?: Gate;
  /** How loaded tools reach the model; chosen at each conversation's first step if absent. */
  readonly strategy?: StrategyName;
  readonly budget?: Budget;
  /** Rows about models, before those that Plimsoll knows; what a row leaves out, the next that matches says. */
  readonly models?: readonly ModelRow[];
  /** What a summary in the history does to what was loaded before it; `keep` if absent. */
  readonly compaction?: CompactionPolicy;
  /** In place of the estimate; `loadO200kCounter` is exact for OpenAI's models. */
  readonly countTokens?: CountTokens;
  /** Searches by meaning too; `createStaticEmbedder` of `@plimsoll/semantic` needs no model and no download. */
  readonly embedder?: Embedder;
  /** In place of the built-in index; one that was loaded is brought up to date. */
  readonly index?: SearchIndex;
  /** Rewrites what a model is shown of a tool, for its model or mode; calls are checked against what it made. */
  readonly transform?: DefinitionTransform;
  /** How long a handler may take. */
  readonly timeoutMs?: number;
  /** How many calls may run at the same time. */
  readonly concurrency?: Concurrency;
  /** The most tokens a tool's result may take at once, 20,000 if absent; beyond that the model is given a page. */
  readonly resultTokens?: number;
  /** Is told what happens. */
  readonly telemetry?: TelemetrySink;
}

/** The conversation so far, and what it is about to be answered by. */
export interface StepInput {
  readonly history: readonly Message[];
  /**
   * The entries of the whole conversation that carry records (see `carriesRecord`), in order, where `history` is only
   * the part that the model is given. What was loaded is then read from these.
   */
  readonly records?: readonly Message[];
  /** The model's name, with or without its vendor. */
  readonly model: string;
  /** What the way to the model can carry; an adapter says it. Without one, loaded tools go by a plain array. */
  readonly provider?: Provider;
  /** The host's own mode of working, for policy. */
  readonly mode?: string;
  /** Narrows the runtime's policy for this step: what either denies is denied. */
  readonly policy?: Policy | readonly Policy[];
  readonly principal?: Principal;
}

/** One model call: what to send, what it costs, and where to hand the reply. */
export interface Step extends Surface {
  /** How loaded tools reach the model in this conversation. */
  readonly strategy: StrategyName;
  /** The record that the conversation follows, for adapters; `accept` answers it as an entry where it is new. */
  readonly opening: OpeningRecord;
  /** The definitions that the provider must have to reveal them, beside `tools`, which never changes by them. */
  readonly deferred?: readonly ToolDefinition[];
  /** What this step appends to the history before the reply: reminders, news, tools added. `accept` answers it too. */
  readonly added: readonly Message[];
  readonly tokens: TokenAccount;
  /** SHA-256 of `tools` and `prompt`. */
  readonly fingerprint: string;
  /** Set where the conversation had to start a new opening record, and why. */
  readonly repinned?: RepinReason;
  /** What `accept` answers before the reply: the opening record where it is new, and what this step appends. */
  readonly before: readonly Message[];
  /** Runs the reply's calls, and answers the entries to append to the history, in order. */
  accept(reply: Reply, options?: AcceptOptions): Promise<Message[]>;
  /** In place of `accept`, where the host's own framework runs the calls of a reply one by one. */
  openBatch(): Batch;
}

/** The calls of one reply, as they come. Reminders of what they load are in the next step's `before`. */
export interface Batch {
  /** Runs one call, and answers its entry. A call that came too early for a load of the same batch is told so. */
  answer(call: ToolCall, options?: AnswerOptions): Promise<ResultMessage | PendingMessage>;
  /** What a call would run with, and whether policy wants the user's leave; nothing where no tool would run. */
  look(call: ToolCall): Promise<LookedAt | undefined>;
}

/** What one call is run with. */
export interface AnswerOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (update: Progress) => void;
  /** The user has given leave already, by a way of the host's own. */
  readonly approved?: boolean;
  /** For the host's own handlers, as `context.host`. */
  readonly host?: unknown;
}

/** A call that has passed everything but the user. */
export interface LookedAt {
  readonly entry: CatalogEntry;
  /** Parsed: as a handler would receive it. */
  readonly input: unknown;
  readonly approve: boolean;
}

/** Why a conversation's array had to change. */
export type RepinReason =
  | "model" // the model cannot follow the recorded strategy, or its provider rejects something in the array
  | "compaction" // the compaction policy resets
  | "definition"; // a recorded deferred definition is gone

/** What a batch of calls is run with. */
export interface AcceptOptions {
  /** Cancels the batch. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (callId: string, update: Progress) => void;
}

/** Answers to calls that wait, in a conversation that goes on. */
export interface ResumeInput extends StepInput, AcceptOptions {
  /** By call id; a call that is not named goes on waiting. */
  readonly answers: Readonly<Record<string, PendingAnswer>>;
}

/** What became of a call that waited. */
export type PendingAnswer =
  | { readonly type: "result"; readonly value: unknown } // the host ran it: whatever a handler may return
  | { readonly type: "failed"; readonly message: string; readonly cause?: unknown } // the host ran it, and it failed
  | { readonly type: "answers"; readonly answers: Readonly<Record<string, unknown>> } // the user's, by the names of the requests
  | { readonly type: "declined" }; // the user said no, or nobody will answer

/** How a subagent differs from its parent. */
export interface SubagentOptions {
  /** Narrows the parent's policy. */
  readonly policy?: Policy | readonly Policy[];
  /** Whether the child starts with what its parent has loaded. */
  readonly inheritLoads?: boolean;
}

/** What a subagent's own steps start from: append the task to its history, and choose its model. */
export interface Subagent extends Pick<StepInput, "mode" | "principal"> {
  readonly history: readonly Message[];
  readonly policy: readonly Policy[];
}

/** One call outside any conversation, for hosts that never see a history: gateways, command lines, tests. */
export interface CallOptions {
  /** Names the call in what telemetry is told. */
  readonly id?: string;
  readonly policy?: Policy | readonly Policy[];
  readonly principal?: Principal;
  readonly model?: string;
  readonly mode?: string;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (update: Progress) => void;
  readonly answers?: InputAnswers;
  /** What the caller has loaded, where the host keeps that; what the call loads is in its outcome's `record`. */
  readonly loaded?: readonly LoadedDefinition[];
  /** What passes the gate beside that, and is deferred in all else: what the host itself puts before every model, say. */
  readonly admitted?: readonly LoadedDefinition[];
  /** Sources that the catalog does not have yet, where the host knows of such. */
  readonly absent?: AbsentSources | undefined;
  /** Under what the meta-tools are offered; by the bridge and the open gate if absent. */
  readonly offer?: Offer;
  /** For the host's own handlers, as `context.host`. */
  readonly host?: unknown;
  /** Keeps results that are longer than a page, which are then given in pages; without it, every result is whole. */
  readonly results?: ResultKeeper;
}

/**
 * Keeps results that are too long to be given at once, for a host without a history.
 *
 * Contract:
 * - What was kept is read back by its handle until the host lets it go; the handle is the call's `id`, so a host that
 *   keeps results gives every call an id that nobody can guess.
 * - One caller's handle reads nothing of another's.
 */
export interface ResultKeeper {
  /** Whether this tool's results are given in pages at all; they are if absent. */
  readonly pages?: (entry: CatalogEntry) => boolean;
  keep(handle: string, result: StoredResult): Promise<void>;
  read(handle: string): Promise<StoredResult | undefined>;
}

/** How a call ended, and what the model is told of it; nothing where the host runs the tool. */
export interface CallAnswer {
  readonly outcome: Outcome;
  readonly result: ToolResult | undefined;
}

/** What narrows a search. */
export interface FindOptions
  extends Pick<CallOptions, "policy" | "model" | "mode">,
    Pick<SearchRequest, "domain" | "source" | "risk" | "state" | "explain"> {
  readonly limit?: number;
}

/** The tool surface of an agent: a catalog, a policy and an index behind one step function. */
export interface Runtime {
  readonly catalog: Catalog;
  /** Synchronous and pure: it depends on the history, the snapshot of this moment, and nothing else. */
  step(input: StepInput): Step;
  readonly dialect: Dialect;
  /** Goes on with calls that wait for the host or the user, and answers the entries to append to the history. */
  resume(input: ResumeInput): Promise<Message[]>;
  /** A child's surface over the same catalog: what its parent may not do, it may not do. */
  subagent(parent: StepInput, options?: SubagentOptions): Subagent;
  /** Runs one call, of a meta-tool or of any other tool. */
  call(call: PerformRequest, options?: CallOptions): Promise<CallAnswer>;
  /** Searches the permitted catalog, as `tool_find` does. */
  find(query: string, options?: FindOptions): Promise<SearchAnswer>;
  /** Follows one more source, from now on; the answer closes it and takes its tools away. May be asked twice. */
  follow(source: Source): () => Promise<void>;
  /** Waits for the first listing of every source, also of those that failed; not for those the dialect postpones. */
  ready(): Promise<readonly SourceFailure[]>;
  /** Closes every source. */
  close(): Promise<void>;
}

/** A source that could not be listed; the others are. */
export interface SourceFailure {
  readonly source: string;
  readonly error: unknown;
}
