import type { NameResolution } from "../catalog/catalog-snapshot.ts";
import type { MetaRequest } from "../meta/meta-request.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { ToolName } from "../tool/tool-name.ts";

/** What would become of every call of a transcript today. */
export interface ReplayReport {
  readonly calls: readonly ReplayedCall[];
  readonly counts: Readonly<Record<ReplayLevel, number>>;
}

/** How bad it is: `error` breaks the replay, `warning` is worth a look. */
export type ReplayLevel = "ok" | "warning" | "error";

/** One name that a transcript calls, loads or asks for. */
export interface ReplayedCall {
  /** The message that it stands in, counted from 0. */
  readonly index: number;
  readonly callId: string;
  /** As the model wrote it; behind a meta-tool, the inner name. */
  readonly name: string;
  /** The meta-tool that was given the name. */
  readonly through?: string;
  readonly level: ReplayLevel;
  readonly verdict: ReplayVerdict;
  /** It was refused when it was recorded, so whatever it is today breaks nothing. */
  readonly wasRefused?: boolean;
}

/** What a call comes to today. */
export type ReplayVerdict =
  | DispatchVerdict
  | {
      /** It asks Plimsoll itself, and names no tool. */
      readonly type: "meta";
      readonly operation: MetaRequest["operation"] | "result";
    }
  | { readonly type: "removed"; readonly replacement?: ToolName; readonly note?: string }
  | { readonly type: "unknown"; readonly nearest: readonly ToolName[] }
  | { readonly type: "denied" }
  | {
      /** It is made in the wrong way, whatever tool it means. */
      readonly type: "invalid";
      readonly issues: readonly InputIssue[];
    };

/** The name leads to a tool. */
export interface DispatchVerdict {
  readonly type: "dispatches";
  readonly tool: ToolName;
  /** Which form of a name it is. */
  readonly by: Extract<NameResolution, { type: "found" }>["by"];
  readonly retired?: "hidden" | "deprecated";
  /** What a successful result carries in its metadata. */
  readonly notice?: string;
  /** Where the recorded arguments do not fit the schema of today. */
  readonly issues: readonly InputIssue[];
}
