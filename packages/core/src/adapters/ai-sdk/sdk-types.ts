import type { Tool } from "../../tool/tool.ts";

/** What rides with a message or a part, by whose it is; `plimsoll` is ours, and no provider sends it. */
export type SdkOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A part of a message, of versions 6 and 7 alike: what is looked at, and whatever else it has. */
export interface SdkPart {
  readonly type: string;
  readonly text?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly providerExecuted?: unknown;
  readonly providerOptions?: object | undefined;
}

/** A message, as a host keeps it or as a model is given it. */
export interface SdkMessage {
  readonly role: string;
  readonly content: string | readonly SdkPart[];
  readonly providerOptions?: object | undefined;
}

/** A tool of the SDK: one of `tool()`, `dynamicTool()`, or of a provider. */
export interface SdkTool {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  /** One that depends on a context is refused: what was sent must stay sent. */
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly inputExamples?: unknown;
  readonly strict?: boolean | undefined;
  readonly providerOptions?: object | undefined;
  readonly needsApproval?: boolean | ((input: never, options: never) => unknown) | undefined;
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  readonly toModelOutput?: ((options: never) => unknown) | undefined;
}

/** Tools by name, as `generateText` takes them; a tool of Plimsoll's own may stand among them. */
export type SdkTools = Readonly<Record<string, SdkTool | Tool>>;

/** What a tool's result is to a model, in the shape that every version takes. */
export type SdkOutput =
  | { type: "text"; value: string; providerOptions?: OutputOptions }
  | { type: "error-text"; value: string; providerOptions?: OutputOptions }
  | { type: "json"; value: JsonValue; providerOptions?: OutputOptions }
  | { type: "content"; value: SdkContent[]; providerOptions?: OutputOptions };

/** One piece of a result. */
export type SdkContent =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string };

/** The record of a result, under our own key. */
export type OutputOptions = Record<string, JsonObject>;

/** JSON, as the SDK types it. */
export type JsonValue = null | string | number | boolean | JsonObject | JsonValue[];

/** A JSON object, as the SDK types it. */
export type JsonObject = { [key: string]: JsonValue | undefined };

/** What the SDK hands to a tool with its input. */
export interface SdkCallOptions {
  readonly toolCallId: string;
  readonly messages: readonly SdkMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}
