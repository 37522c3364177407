import type { PendingMessage, ResultMessage, ResultMeta } from "../../activation/message.ts";
import { defined } from "../../internal/defined.ts";
import { isRecord } from "../../internal/is-record.ts";
import { textOf, wordsOf } from "../../tool/block-text.ts";
import type { ContentBlock } from "../../tool/content.ts";
import type { SdkCall } from "./run-sdk-tool.ts";
import type { SdkContent, SdkOutput, SdkTool } from "./sdk-types.ts";
import { KEY, toJson } from "./stamp.ts";

/**
 * What a call gives back to the SDK where it is not the value of the host's own tool: the shape of an MCP result, with
 * the record inside, so that it survives wherever an output is kept.
 */
export interface SurfaceOutput {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta: { readonly plimsoll: ResultMeta };
}

/** What the SDK is given for a call: a value, or an error where the tool itself failed. */
export function toOutput(entry: ResultMessage | PendingMessage, call: SdkCall, isDirect: boolean): unknown {
  if (entry.role === "pending") return toWaiting(entry);
  const { content, structuredContent, isError, meta = {} } = entry;
  const { outcome, record, whole, notice } = meta;
  if (outcome === "failed" || outcome === "timed-out" || outcome === "cancelled") {
    throw new Error(wordsOf(content));
  }
  const isPlain = outcome === "ok" && (record ?? whole ?? notice) === undefined;
  if (isDirect && isPlain && call.returned !== undefined) return call.returned.value;
  const output: SurfaceOutput = {
    content,
    ...defined({ structuredContent }),
    ...(isError === true ? { isError } : {}),
    _meta: { [KEY]: meta },
  };
  return output;
}

/** Nobody can be asked from inside a call: leave is asked for before, and questions of a tool's own are not carried. */
function toWaiting({ tool, waitsFor }: PendingMessage): SurfaceOutput {
  const why =
    waitsFor.type === "host"
      ? "is not run through another tool. Call it by its own name."
      : "needs an answer of the user, and cannot ask here.";
  return {
    content: [{ type: "text", text: `${tool} ${why}` }],
    isError: true,
    _meta: { [KEY]: { outcome: "rejected", tool } },
  };
}

/** What a model is told of an output, with its record; the host's own words of a value of the host's own tool. */
export async function toModelOutput(
  options: { readonly toolCallId: string; readonly input: unknown; readonly output: unknown },
  own: SdkTool | undefined,
): Promise<SdkOutput> {
  const { output } = options;
  if (!isSurfaceOutput(output)) {
    const { toModelOutput: say } = (own ?? {}) as { toModelOutput?: (options: object) => SdkOutput };
    return say === undefined ? toPlain(output) : say(options);
  }
  const { content, isError, _meta } = output;
  const providerOptions = { [KEY]: toJson(_meta[KEY]) };
  if (isError === true) return { type: "error-text", value: wordsOf(content), providerOptions };
  return content.every((block) => textOf(block) !== undefined)
    ? { type: "text", value: wordsOf(content), providerOptions }
    : { type: "content", value: content.map(toContent), providerOptions };
}

function isSurfaceOutput(output: unknown): output is SurfaceOutput {
  const { content, _meta } = isRecord(output) ? output : {};
  return Array.isArray(content) && isRecord(_meta) && isRecord(_meta[KEY]);
}

/** As the SDK has it. */
function toPlain(output: unknown): SdkOutput {
  return typeof output === "string"
    ? { type: "text", value: output }
    : { type: "json", value: JSON.parse(JSON.stringify(output) ?? "null") };
}

function toContent(block: ContentBlock): SdkContent {
  const { type } = block;
  const text = textOf(block);
  if (text !== undefined || type === "text" || type === "resource_link") {
    return { type: "text", text: text ?? JSON.stringify(block) };
  }
  const { data = "", mimeType = "application/octet-stream" } =
    type === "resource" ? { ...block.resource, data: block.resource.blob } : block;
  return { type: type === "image" ? "image-data" : "file-data", data, mediaType: mimeType };
}
