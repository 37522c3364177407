import type { LoadRecord, SearchRecord, UnloadRecord } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { InputRequired } from "../tool/handler.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
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
  /** It carries schemas: a host that shortens results leaves it whole. */
  readonly keepWhole?: boolean;
  /** What the call searched for, to be kept with its result. */
  readonly searches?: readonly SearchRecord[];
  /** The text was longer than is kept: so many characters of it are here, the rest is gone. */
  readonly cutAt?: number;
  /** Set where the result is a page of an earlier one. */
  readonly page?: { readonly handle: string; readonly page: number; readonly hasMore: boolean };
}

/** The call was not made, and this is why. */
export type RejectedOutcome = { readonly type: "rejected" } & Rejection;

/** Why a call was not made, with what is needed to say so. */
export type Rejection =
  | {
      /** To a model they are one answer; the difference is for the host alone. */
      readonly reason: "unknown" | "denied";
      readonly name: string;
      readonly nearest: readonly CatalogEntry[];
      readonly sent: unknown;
      /** Its source is not in the catalog at this moment, and this is why. */
      readonly absent?: string;
    }
  | {
      readonly reason: "removed";
      readonly name: string;
      readonly sent: unknown;
      readonly replacement?: CatalogEntry;
      readonly note?: string;
    }
  | {
      readonly reason: "not-loaded";
      readonly entry: CatalogEntry;
      /** It is being loaded by this very batch, and so is callable in the next step. */
      readonly loading: boolean;
    }
  | {
      readonly reason: "invalid";
      /** `call`: it was made in the wrong way, whatever the tool's schema says. */
      readonly about: "call";
      /** Absent where the call does not get as far as naming a tool. */
      readonly entry?: CatalogEntry;
      /** The meta-tool whose arguments these are, to show how it is called. */
      readonly definition?: ToolDefinition;
      readonly sent?: unknown;
      readonly issues: readonly InputIssue[];
    }
  | {
      readonly reason: "invalid";
      readonly about: "arguments";
      /** As the model wrote it. */
      readonly name: string;
      readonly entry: CatalogEntry;
      readonly issues: readonly InputIssue[];
      /** As they came, to build a corrected example from. */
      readonly sent: unknown;
    };

/** The handler threw, or its result is not what it declared. */
export interface FailedOutcome {
  readonly type: "failed";
  readonly entry: CatalogEntry;
  /** The handler's own message. */
  readonly message: string;
  readonly cause: unknown;
}

/** The handler, or the schema that its arguments are checked by, did not settle in time; its signal was aborted. */
export interface TimedOutOutcome {
  readonly type: "timed-out";
  readonly entry: CatalogEntry;
  readonly timeoutMs: number;
}

/** The call was called off. */
export interface CancelledOutcome {
  readonly type: "cancelled";
  readonly entry: CatalogEntry;
  /** `caller`: it gave up, and the handler's signal was aborted. `user`: asked for leave, the user said no. */
  readonly by: "caller" | "user";
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
  /** "Use X instead", after a deprecated name: to go with the result. */
  readonly notice?: string;
}
