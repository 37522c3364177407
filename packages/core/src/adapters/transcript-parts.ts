import { isRecord } from "../internal/is-record.ts";
import type { ContentBlock, MediaContent } from "../tool/content.ts";
import type { Part, TranscriptWriter } from "./transcript-writer.ts";

/** The parts of a message: a text is one part, nothing is none. */
export function toParts(content: unknown, key: string, writer: TranscriptWriter): readonly Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return writer.fail(`its ${key} is neither a text nor a list`);
  return content.map((part: unknown, at) =>
    isRecord(part) ? part : writer.fail(`its ${key}/${at} is not an object`),
  );
}

/** The words of parts, whatever a shape calls them; other parts are counted. */
export function toText(parts: readonly Part[], writer: TranscriptWriter): string {
  return parts
    .flatMap((part) => {
      const words = wordsOf(part);
      if (words === undefined) writer.skip(part["type"]);
      return words ?? [];
    })
    .join("\n");
}

/** What a user said, with pictures where they stand in the recording itself. */
export function addUserParts(parts: readonly Part[], writer: TranscriptWriter): void {
  const media = new Map(parts.map((part) => [part, toMedia(part)]));
  const attachments = [...media.values()].filter((block) => block !== undefined);
  const text = toText(
    parts.filter((part) => media.get(part) === undefined),
    writer,
  );
  writer.addUser(text, attachments);
}

/** What a result says, as blocks. */
export function toBlocks(parts: readonly Part[], writer: TranscriptWriter): readonly ContentBlock[] {
  return parts.flatMap((part): ContentBlock[] => {
    const words = wordsOf(part);
    if (words !== undefined) return [{ type: "text", text: words }];
    const media = toMedia(part);
    if (media !== undefined) return [media];
    writer.skip(part["type"]);
    return [];
  });
}

/** A value as a result's text; nothing where it cannot be written. */
export function toJsonText(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  } catch {
    return "";
  }
}

const WORDS = new Set(["text", "input_text", "output_text", "refusal"]);

function wordsOf({ type, text, refusal }: Part): string | undefined {
  if (typeof type !== "string" || !WORDS.has(type)) return undefined;
  const words = type === "refusal" ? (refusal ?? text) : text;
  return typeof words === "string" ? words : undefined;
}

// Anthropic: source; OpenAI: image_url, an object or a text; AI SDK: data or url beside mediaType.
function toMedia({ source, image_url, mediaType, data, url }: Part): MediaContent | undefined {
  if (isRecord(source)) return toMediaBlock(source["data"], source["media_type"]);
  const address = (isRecord(image_url) ? image_url["url"] : image_url) ?? url;
  if (typeof address === "string") return fromDataUrl(address);
  return toMediaBlock(data, mediaType);
}

function fromDataUrl(url: string): MediaContent | undefined {
  const comma = url.indexOf(";base64,");
  return url.startsWith("data:") && comma > 0
    ? toMediaBlock(url.slice(comma + ";base64,".length), url.slice("data:".length, comma))
    : undefined;
}

/** A picture or a sound as a block; nothing, where it is neither. */
export function toMediaBlock(data: unknown, mimeType: unknown): MediaContent | undefined {
  if (typeof data !== "string" || typeof mimeType !== "string") return undefined;
  const type = /^(image|audio)\//.exec(mimeType)?.[1];
  return type === "image" || type === "audio" ? { type, data, mimeType } : undefined;
}
