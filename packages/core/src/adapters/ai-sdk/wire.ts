import type { ToolChangeMessage } from "../../activation/message.ts";
import type { OpeningRecord } from "../../activation/record.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { Provider } from "../../surface/provider.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { toJsonText } from "../transcript-parts.ts";
import type { SdkMessage, SdkOptions, SdkPart } from "./sdk-types.ts";

/** One entry of the array as a model of the SDK is given it. */
export interface WireTool {
  readonly type: string;
  readonly name: string;
}

/** A piece of a model's answer that may be a call. */
export interface WireCall {
  readonly type: string;
  readonly toolName?: unknown;
  readonly input?: unknown;
}

/** A result as it is sent, and what is said beside it. */
export interface WireResult {
  readonly part: SdkPart;
  readonly beside?: string;
}

/**
 * What one provider of the SDK is told in a way of its own.
 *
 * Contract: shape only, pure, and the same bytes for the same record for ever after.
 */
export interface Wire {
  readonly provider: Provider;
  toTools(step: Step, toTool: (definition: ToolDefinition) => WireTool): readonly WireTool[];
  /** Tools added or taken away at the end of what is sent. */
  toChange(sent: SdkMessage[], change: ToolChangeMessage, opening: OpeningRecord): SdkMessage[];
  /** A result of a conversation in which the provider reveals tools. */
  toResult(part: SdkPart, reveals: readonly ToolDefinition[] | undefined, opening: OpeningRecord): WireResult;
  /** A call of the model as it is sent back, and as it came. */
  toCall(part: SdkPart, opening: OpeningRecord): SdkPart;
  fromCall<Part extends WireCall>(part: Part, opening: OpeningRecord): Part;
  /** What must be the same in every request of a conversation. */
  toOptions(options: SdkOptions | undefined, opening: OpeningRecord): SdkOptions | undefined;
}

/** A definition as the SDK has functions. */
export function toFunction({ name, description, inputSchema }: ToolDefinition): WireTool & ToolDefinition {
  return { type: "function", name, description, inputSchema };
}

/** The words of a result, where it has nothing but words. */
export function wordsOf({ output }: SdkPart): string {
  const { value } = (output ?? {}) as { readonly value?: unknown };
  return toJsonText(value);
}

/** Words that stand among the user's. */
export function say(text: string): SdkMessage {
  const part: SdkPart = { type: "text", text };
  return { role: "user", content: [part] };
}
