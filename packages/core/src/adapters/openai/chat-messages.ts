import type { SentMessage, SentResult } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ReadContext, ReadEntry } from "../adapter.ts";
import { ownCalls } from "./chat-reply.ts";
import type { ChatMessage, ChatParams, ChatPart, WrittenMessage } from "./chat-types.ts";
import { functionNames } from "./host-tools.ts";
import { readChatTranscript } from "./read-transcript.ts";
import { isPicture, toDataUrl, toWords } from "./result-output.ts";

/** Reads a conversation as the recordings of one are read. What the host answers itself is passed over. */
export function readMessages(
  messages: readonly ChatMessage[],
  { params }: Pick<ReadContext<ChatParams>, "params">,
): ReadEntry[] {
  const own = functionNames(params?.tools);
  const readable = messages.map((message): unknown => {
    if (!isRecord(message)) return message;
    if (message.role === "user" && isPictures(message)) return PASSED_OVER;
    return message.role === "assistant" ? { ...message, tool_calls: ownCalls(message, own) } : message;
  });
  const { messages: entries, origins } = readChatTranscript(readable);
  return entries.map((entry, index) => ({ entry, at: origins[index] ?? 0 }));
}

/** What no reader looks at. */
const PASSED_OVER = { role: "system", content: "" };

/** Says whose pictures follow, and that no person sent them. */
const PICTURES = "Pictures of the result of ";

function isPictures(message: ChatMessage): boolean {
  const { content }: Readonly<Record<string, unknown>> = { ...message };
  const [first]: readonly unknown[] = Array.isArray(content) ? content : [];
  return isRecord(first) && typeof first["text"] === "string" && first["text"].startsWith(PICTURES);
}

/** Writes what Plimsoll adds: every result of a batch first, because nothing may stand between them. */
export function writeMessages(
  entries: readonly SentMessage[],
  { images }: { readonly images: boolean },
): WrittenMessage[] {
  const written: WrittenMessage[] = [];
  let pictures: WrittenMessage[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry.role === "tool") {
      written.push({ role: "tool", tool_call_id: entry.callId, content: toWords(entry.content) });
      if (images) pictures.push(...toPictures(entry));
    } else if (entry.role === "user" || entry.role === "summary") {
      written.push({ role: "user", content: entry.text });
    }
    if (entries[at + 1]?.role === "tool") continue;
    written.push(...pictures);
    pictures = [];
  }
  return written;
}

function toPictures({ callId, content }: SentResult): WrittenMessage[] {
  const parts = content
    .filter(isPicture)
    .map((block): ChatPart => ({ type: "image_url", image_url: { url: toDataUrl(block) } }));
  if (parts.length === 0) return [];
  return [{ role: "user", content: [{ type: "text", text: `${PICTURES}${callId}:` }, ...parts] }];
}
