import type { PendingMessage, ResultMessage, ResultMeta } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import { textOf } from "../../tool/block-text.ts";
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
    throw new Error(content.map((block) => textOf(block) ?? "").join("\n"));
  }
  const isPlain = record === undefined && whole === undefined && notice === undefined && outcome === "ok";
  if (isDirect && isPlain && call.returned !== undefined) return call.returned.value;
  const output: SurfaceOutput = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
    _meta: { [KEY]: meta },
  };
  return output;
}

/** Nobody can be asked from inside a call: leave is asked for before, and questions of a tool's own are not carried. */
function toWaiting({ tool, waitsFor }: PendingMessage): SurfaceOutput {
  const text =
    waitsFor.type === "host"
      ? `${tool} is not run through another tool. Call it by its own name.`
      : `${tool} needs an answer of the user before it can go on, and cannot ask here.`;
  return {
    content: [{ type: "text", text }],
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
  const { content, isError = false, _meta } = output;
  const providerOptions = { [KEY]: toJson(_meta[KEY]) };
  const texts = content.map(textOf);
  if (isError || texts.every((text) => text !== undefined)) {
    const value = texts.map((text) => text ?? "").join("\n");
    return { type: isError ? "error-text" : "text", value, providerOptions };
  }
  return { type: "content", value: content.map(toContent), providerOptions };
}

function isSurfaceOutput(output: unknown): output is SurfaceOutput {
  if (!isRecord(output) || !Array.isArray(output["content"])) return false;
  return isRecord(output["_meta"]) && isRecord(output["_meta"][KEY]);
}

/** As the SDK has it. */
function toPlain(output: unknown): SdkOutput {
  if (typeof output === "string") return { type: "text", value: output };
  const value = output === undefined ? null : JSON.parse(JSON.stringify(output) ?? "null");
  return { type: "json", value };
}

function toContent(block: ContentBlock): SdkContent {
  const text = textOf(block);
  if (text !== undefined) return { type: "text", text };
  const { type } = block;
  if (type === "resource_link" || type === "text") return { type: "text", text: JSON.stringify(block) };
  const { data = "", mimeType = "application/octet-stream" } =
    type === "resource" ? { ...block.resource, data: block.resource.blob } : block;
  return { type: type === "image" ? "image-data" : "file-data", data, mediaType: mimeType };
}
