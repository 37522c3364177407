import type { OutcomeType } from "../activation/message.ts";
import type { StrategyName } from "../activation/record.ts";
import type { LifecycleState } from "../catalog/lifecycle.ts";
import type { Risk } from "../tool/tool.ts";

/** What happened, for logs, metrics and traces. Names and numbers, never arguments or results. */
export type TelemetryEvent =
  | {
      readonly type: "step-start";
      readonly model: string;
      readonly strategy: StrategyName;
      readonly dialect: string;
      readonly tokens: number;
      /** True where the conversation had to start a new opening record. */
      readonly repinned: boolean;
    }
  | {
      readonly type: "call-start";
      readonly callId: string;
      readonly requestedName: string;
    }
  | {
      readonly type: "call-end";
      readonly callId: string;
      /** As the model wrote it. */
      readonly requestedName: string;
      /** The retired or alternative name it came by, where that is not the canonical one. */
      readonly aliasName?: string;
      /** Of the tool that ran, behind aliases and `tool_call`; absent where none was found. */
      readonly canonicalName?: string;
      readonly state?: LifecycleState;
      /** `read` for meta-tools, the inner tool's for `tool_call`: so that no retry counts a search as a side effect. */
      readonly risk?: Risk;
      readonly outcome: OutcomeType;
      readonly durationMs: number;
      readonly tokens: number;
    }
  | { readonly type: "tool-loaded"; readonly names: readonly string[]; readonly tokens: number }
  | { readonly type: "tool-unloaded"; readonly names: readonly string[] }
  | {
      readonly type: "search-end";
      readonly matches: number;
      readonly durationMs: number;
    }
  | {
      readonly type: "catalog-changed";
      readonly version: number;
      readonly source: string;
      readonly setAside: number;
    };

/**
 * Receives events.
 *
 * Contract:
 * - Called synchronously, in order; must return soon and not throw: what it throws is dropped.
 */
export type TelemetrySink = (event: TelemetryEvent) => void;
