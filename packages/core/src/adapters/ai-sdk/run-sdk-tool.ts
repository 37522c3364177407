import { isRecord } from "../../internal/is-record.ts";
import type { ContentBlock } from "../../tool/content.ts";
import type { Handler } from "../../tool/handler.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { toMediaBlock } from "../transcript-parts.ts";
import { isErrorOutput } from "./is-error-output.ts";
import type { SdkCallOptions, SdkTool } from "./sdk-types.ts";

/** One call on its way through the runtime: what the SDK gave with it, and what the tool gave back. */
export interface SdkCall {
  readonly options: SdkCallOptions;
  /** Contexts of tools, by name, where the host set any. */
  readonly toolsContext: Readonly<Record<string, unknown>>;
  /** Is told of every value but the last of a tool that gives several. */
  readonly preliminary: (value: unknown) => void;
  /** What the tool itself returned, once it has. */
  returned?: { readonly value: unknown };
}

/** The handler of a tool of the SDK: it runs as it would without Plimsoll, and its own words go to the model. */
export function runSdkTool(name: string, tool: SdkTool): Handler {
  return async (input, { signal, host }) => {
    const call = host as SdkCall | undefined;
    const { toolsContext = {}, options: given } = call ?? {};
    const context = Object.hasOwn(toolsContext, name) ? { context: toolsContext[name] } : {};
    const options = { toolCallId: "", messages: [], ...given, ...context, abortSignal: signal };
    const execute = tool.execute as ((input: unknown, options: object) => unknown) | undefined;
    const value = await lastOf(execute?.(input, options), call);
    if (call !== undefined) call.returned = { value };
    const { toModelOutput } = tool as { toModelOutput?: (options: object) => unknown };
    if (toModelOutput === undefined) return value;
    return toResult(await toModelOutput({ toolCallId: options.toolCallId, input, output: value }));
  };
}

/** A tool may give values as it goes; the last counts. */
async function lastOf(value: unknown, call: SdkCall | undefined): Promise<unknown> {
  if (!isAsyncIterable(value)) return value;
  let last: unknown;
  for await (const one of value) {
    last = one;
    call?.preliminary(one);
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isRecord(value) && Symbol.asyncIterator in value;
}

/** What a model is to be told of a value, in the words of the tool, as blocks. */
function toResult(output: unknown): ToolResult {
  const { type, value, reason } = isRecord(output) ? output : {};
  const isError = isErrorOutput(type);
  const content = type === "content" && Array.isArray(value) ? value.map(toBlock) : [toText(value ?? reason)];
  return isError ? { content, isError } : { content };
}

function toBlock(part: unknown): ContentBlock {
  const { type, text, data, mediaType } = isRecord(part) ? part : {};
  if (type === "text") return toText(text);
  const given = isRecord(data) ? data["data"] : data;
  if (typeof given !== "string" || typeof mediaType !== "string") return toText(part);
  const resource = { uri: "", mimeType: mediaType, blob: given };
  return toMediaBlock(given, mediaType) ?? { type: "resource", resource };
}

function toText(value: unknown): ContentBlock {
  return { type: "text", text: typeof value === "string" ? value : (JSON.stringify(value) ?? "") };
}
