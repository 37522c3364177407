/**
 * Every error Plimsoll throws, as a table from code to the data that comes with it.
 *
 * Errors are for developers and operators. What a model can fix is a value, an `Outcome`. A package built on
 * core adds its own codes by augmenting this interface.
 */
export interface PlimsollErrorData {
  /** A tool defined in code is not usable: the developer's to fix. */
  TOOL_INVALID: { readonly tool: string; readonly reason: string };
  /** Two tools of one source have the same name. */
  TOOL_DUPLICATE: { readonly tool: string; readonly source: string };
  /** A source of that id is in the catalog already, or is not there. */
  SOURCE_CONFLICT: { readonly source: string; readonly reason: string };
  /** A source gives pages of tools without end. */
  LISTING_ENDLESS: { readonly source: string; readonly reason: string };
  /** A row of a lifecycle table that no catalog could make good. */
  LIFECYCLE_INVALID: { readonly name: string; readonly reason: string };
  /** A manifest is not one: every place and what is wrong there. */
  MANIFEST_INVALID: { readonly problems: readonly { readonly path: string; readonly message: string }[] };
  /** Pins and behavioural tools alone do not fit the head's budget. */
  HEAD_OVER_BUDGET: {
    readonly tokens: number;
    readonly budgetTokens: number;
    readonly tools: readonly string[];
  };
  /** The strategy asked for is not available for this dialect, model or version. */
  STRATEGY_UNAVAILABLE: { readonly strategy: string; readonly available: readonly string[] };
  /** An option of a runtime has a value that cannot be meant. */
  OPTION_INVALID: { readonly option: string; readonly value: unknown };
  /** The dialect asked for does not exist. */
  DIALECT_UNKNOWN: { readonly dialect: string; readonly available: readonly string[] };
  /** The exact tokenizer was asked for and is not installed. */
  TOKENIZER_MISSING: { readonly package: string };
  /** Bytes handed over as a saved search index are none, or not the whole of one. */
  INDEX_UNREADABLE: { readonly reason: string };
  /** A history entry is not one: its place and what is wrong with it. */
  HISTORY_INVALID: { readonly index: number; readonly reason: string };
  /** State handed over for import is not what an export gives. */
  STATE_INVALID: { readonly reason: string };
  /** A step or a summary was asked for while calls wait for the host or the user. */
  CALL_PENDING: { readonly callIds: readonly string[] };
  /** An answer was given to a call that does not wait, or that waits for something else. */
  ANSWER_INVALID: { readonly callId: string; readonly reason: string };
  /** A reply handed to `accept` is not one. */
  REPLY_INVALID: { readonly reason: string };
  /** What a provider would refuse of a request, found before it is sent. */
  REQUEST_INVALID: { readonly provider: string; readonly reason: string };
  /** A request has more tools than a provider takes, found before it is sent. */
  REQUEST_TOO_LARGE: {
    readonly provider: string;
    readonly limit: string;
    readonly value: number;
    readonly most: number;
  };
  /** A record was written by a version that this one cannot read. */
  RECORD_UNREADABLE: { readonly version: unknown };
}

/** A code of the error table. */
export type PlimsollErrorCode = keyof PlimsollErrorData;

// Shared through the global symbol registry, so that two copies of core recognise each other's errors.
const BRAND = Symbol.for("plimsoll.error");

/** The one error class: `code` says which, `data` is typed by it, the message says what to do next. */
export class PlimsollError<C extends PlimsollErrorCode = PlimsollErrorCode> extends Error {
  readonly code: C;
  readonly data: PlimsollErrorData[C];

  static {
    Object.defineProperty(PlimsollError.prototype, "name", { value: "PlimsollError" });
    Object.defineProperty(PlimsollError.prototype, BRAND, { value: true });
  }

  constructor(code: C, message: string, data: PlimsollErrorData[C], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.data = data;
  }

  /** Recognises an error of Plimsoll's, of one code if given, and narrows its data. */
  static is<C extends PlimsollErrorCode = PlimsollErrorCode>(
    error: unknown,
    code?: C,
  ): error is PlimsollError<C> {
    if (typeof error !== "object" || error === null || !(BRAND in error)) return false;
    return code === undefined || (error as { readonly code?: unknown }).code === code;
  }
}
