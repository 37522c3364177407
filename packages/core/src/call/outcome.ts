import type { LoadRecord, UnloadRecord } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { InputRequired } from "../tool/handler.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { ToolResult } from "../tool/tool-result.ts";

/** How a call ended. What the model can fix is a value here, never an exception. */
export type Outcome =
  | OkOutcome
  | RejectedOutcome
  | FailedOutcome
  | TimedOutOutcome
  | CancelledOutcome
  | InputRequiredOutcome
  | HostExecutesOutcome;

/** The tool ran and answered; the answer may report an error of the tool's own. */
export interface OkOutcome {
  readonly type: "ok";
  /** Absent for a meta-tool. */
  readonly entry?: CatalogEntry;
  readonly result: ToolResult;
  /** "Use X instead", after a deprecated name. */
  readonly notice?: string;
  /** What the call loaded or gave back, to be kept with its result. */
  readonly record?: LoadRecord | UnloadRecord;
}

/** The call was not made, and this is why. */
export type RejectedOutcome = { readonly type: "rejected" } & Rejection;

/** Why a call was not made, with what is needed to say so. */
export type Rejection =
  | { readonly reason: "unknown"; readonly name: string; readonly nearest: readonly CatalogEntry[] }
  | { readonly reason: "denied"; readonly name: string; readonly nearest: readonly CatalogEntry[] }
  | {
      readonly reason: "removed";
      readonly name: string;
      readonly replacement?: string;
      readonly note?: string;
    }
  | { readonly reason: "not-loaded"; readonly entry: CatalogEntry }
  | {
      readonly reason: "invalid";
      /** `call`: it was made in the wrong way, whatever the tool's schema says. */
      readonly about: "call";
      /** Absent where the call does not get as far as naming a tool. */
      readonly entry?: CatalogEntry;
      readonly issues: readonly InputIssue[];
    }
  | {
      readonly reason: "invalid";
      readonly about: "arguments";
      readonly entry: CatalogEntry;
      readonly issues: readonly InputIssue[];
    };

/** The handler threw, or its result is not what it declared. */
export interface FailedOutcome {
  readonly type: "failed";
  readonly entry: CatalogEntry;
  /** The handler's own message. */
  readonly message: string;
  readonly cause: unknown;
}

/** The handler did not settle in time; its signal was aborted. */
export interface TimedOutOutcome {
  readonly type: "timed-out";
  readonly entry: CatalogEntry;
  readonly timeoutMs: number;
}

/** The caller gave up; the handler's signal was aborted. */
export interface CancelledOutcome {
  readonly type: "cancelled";
  readonly entry: CatalogEntry;
}

/** The tool needs an answer from the user before it can go on. */
export interface InputRequiredOutcome {
  readonly type: "input-required";
  readonly entry: CatalogEntry;
  readonly request: InputRequired;
}

/** The host runs this tool: it appends the result itself. */
export interface HostExecutesOutcome {
  readonly type: "host-executes";
  readonly entry: CatalogEntry;
  readonly input: unknown;
}
