import type { Principal } from "./principal.ts";

/** How far a running call has come. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What a handler is given beside its input. */
export interface HandlerContext {
  /** Aborted on cancellation and on timeout. */
  readonly signal: AbortSignal;
  readonly principal: Principal | undefined;
  /** Reports progress to whoever waits; may be called any number of times, and never after returning. */
  readonly progress: (update: Progress) => void;
  /** The answers to an earlier `InputRequired` of this very call. */
  readonly answers: InputAnswers | undefined;
  /** What the host handed over with the call, for handlers of its own. */
  readonly host?: unknown;
}

/**
 * Runs a tool.
 *
 * Contract:
 * - The input has passed the tool's schema; defaults are filled in.
 * - Returns a text, a `ToolResult`, any JSON value, or `InputRequired`; throwing or rejecting ends the call in
 *   the outcome `failed` with the error's own message.
 * - Should stop soon after `context.signal` is aborted; what it returns then is dropped.
 * - May be called concurrently, with itself too.
 */
export type Handler<Input = unknown> = (input: Input, context: HandlerContext) => unknown;

/** A module that a tool's handler is imported from, on the first call. */
export interface HandlerModule<Input = unknown> {
  readonly run: Handler<Input>;
}

/** Returned by a handler that needs something from the user before it can go on. */
export interface InputRequired {
  readonly type: "input-required";
  /** What is asked, by a name of the handler's choice; the shape of each is MCP's (`elicitation/create`, …). */
  readonly requests: Readonly<Record<string, unknown>>;
  /** What the handler wants back with the answers. */
  readonly state?: string;
}

/** The user's answers, by the names of the requests, with the state that came with them. */
export interface InputAnswers {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly state?: string;
}
