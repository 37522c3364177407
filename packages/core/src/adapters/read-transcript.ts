import { isRecord } from "../internal/is-record.ts";
import { readAiSdkTranscript } from "./ai-sdk/read-transcript.ts";
import { readAnthropicTranscript } from "./anthropic/read-transcript.ts";
import { detectShape } from "./detect-shape.ts";
import { readResponsesTranscript } from "./openai/read-responses-transcript.ts";
import { readChatTranscript } from "./openai/read-transcript.ts";
import { readNeutralTranscript } from "./read-neutral-transcript.ts";
import type { ReadMessages, Transcript, TranscriptShape } from "./transcript.ts";
import { transcriptError } from "./transcript-writer.ts";

const READERS: Readonly<Record<TranscriptShape, (entries: readonly unknown[]) => ReadMessages>> = {
  neutral: readNeutralTranscript,
  anthropic: readAnthropicTranscript,
  "openai-chat": readChatTranscript,
  "openai-responses": readResponsesTranscript,
  "ai-sdk": readAiSdkTranscript,
};

/**
 * Reads a recorded conversation in whichever shape it is: a list of messages or items, or a request or response that
 * has one. What a history cannot hold is counted and passed over; what is damaged throws, with the entry it is in.
 */
export function readTranscript(value: unknown): Transcript {
  const entries = toEntries(value).map(unwrap);
  const shape = detectShape(entries);
  return { shape, ...READERS[shape](entries) };
}

function toEntries(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw transcriptError(0, "it is neither a list of messages nor an object");
  const { messages, history, input, output, role, type } = value;
  if (Array.isArray(messages)) return messages;
  if (Array.isArray(history)) return history;
  // Before what may be a request: the result of a call has an output too.
  if (typeof role === "string" || typeof type === "string") return [value];
  if (Array.isArray(input) || Array.isArray(output)) return [...toItems(input), ...toItems(output)];
  throw transcriptError(0, "it has no messages, no history, no input and no output");
}

/** The input of a request may be a text alone. */
function toItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? [{ role: "user", content: value }] : [];
}

/** Logs of agents keep a message inside an object of their own: `message` with Claude Code, `payload` with Codex. */
function unwrap(entry: unknown): unknown {
  if (!isRecord(entry) || entry["role"] !== undefined) return entry;
  const inner = entry["message"] ?? entry["payload"];
  return isRecord(inner) && (typeof inner["role"] === "string" || typeof inner["type"] === "string")
    ? inner
    : entry;
}
