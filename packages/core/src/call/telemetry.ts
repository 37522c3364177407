import type { OutcomeType } from "../activation/message.ts";
import type { StrategyName } from "../activation/record.ts";
import type { LifecycleState } from "../catalog/lifecycle.ts";
import type { Risk } from "../tool/tool.ts";

/** What happened, for logs, metrics and traces. Names and numbers, never arguments or results. */
export type TelemetryEvent =
  | StepStartEvent
  | CallStartEvent
  | CallEndEvent
  | ToolLoadedEvent
  | ToolUnloadedEvent
  | SearchEndEvent
  | CatalogChangedEvent;

/** A step was prepared. */
export interface StepStartEvent {
  readonly type: "step-start";
  readonly model: string;
  readonly strategy: StrategyName;
  readonly dialect: string;
  /** What the array and the prompt section cost. */
  readonly tokens: number;
  /** True where the conversation had to start a new opening record. */
  readonly repinned: boolean;
}

/** A call was begun. */
export interface CallStartEvent {
  readonly type: "call-start";
  readonly callId: string;
  readonly requestedName: string;
}

/** A call has ended, or waits for the host or the user. */
export interface CallEndEvent {
  readonly type: "call-end";
  readonly callId: string;
  /** As the model wrote it; behind `tool_call`, the inner name. */
  readonly requestedName: string;
  /** The retired or alternative name it came by, where that is not the canonical one. */
  readonly aliasName?: string;
  /** Of the tool that was called, behind aliases and `tool_call`; absent where none was found. */
  readonly canonicalName?: string;
  /** What the catalog says of the name that was used. */
  readonly state?: LifecycleState;
  /** `read` for meta-tools, the inner tool's for `tool_call`: so that no retry counts a search as a side effect. */
  readonly risk?: Risk;
  readonly strategy: StrategyName;
  readonly outcome: OutcomeType;
  /** Why it was rejected. */
  readonly reason?: string;
  readonly durationMs: number;
  /** What the model was given of the result. */
  readonly tokens: number;
}

/** Tools were loaded. */
export interface ToolLoadedEvent {
  readonly type: "tool-loaded";
  readonly names: readonly string[];
  readonly tokens: number;
}

/** Loaded tools were given back. */
export interface ToolUnloadedEvent {
  readonly type: "tool-unloaded";
  readonly names: readonly string[];
}

/** One query was answered. */
export interface SearchEndEvent {
  readonly type: "search-end";
  readonly matches: number;
  readonly durationMs: number;
}

/** A source brought, changed or took tools. */
export interface CatalogChangedEvent {
  readonly type: "catalog-changed";
  readonly version: number;
  readonly source: string;
  readonly setAside: number;
}

/**
 * Receives events.
 *
 * Contract:
 * - Called synchronously, in order; must return soon and not throw: what it throws is dropped.
 */
export type TelemetrySink = (event: TelemetryEvent) => void;
