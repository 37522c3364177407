import type { ToolCall } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ReadMessages } from "../transcript.ts";
import { addUserParts, toBlocks, toJsonText, toParts, toText } from "../transcript-parts.ts";
import { type Part, type ResultParts, type TranscriptWriter, writeTranscript } from "../transcript-writer.ts";
import { isErrorOutput } from "./is-error-output.ts";
import { readUiMessage } from "./read-ui-message.ts";

/** Reads messages of the Vercel AI SDK, as a model is given them or as a user interface keeps them. */
export function readAiSdkTranscript(entries: readonly unknown[]): ReadMessages {
  return writeTranscript(entries, (entry, writer) => {
    if (entry["role"] === undefined) writer.refuse(entry);
    else if (Array.isArray(entry["parts"])) readUiMessage(entry, writer);
    else readModelMessage(entry, writer);
  });
}

function readModelMessage(message: Part, writer: TranscriptWriter): void {
  const { role, content } = message;
  const parts = toParts(content, "content", writer);
  if (role === "user") addUserParts(parts, writer);
  else if (role === "assistant") readReply(parts, writer);
  else if (role === "tool") for (const part of parts) readResult(part, writer);
  else if (role === "system") writer.skip(role);
  else writer.refuse(message);
}

function readReply(parts: readonly Part[], writer: TranscriptWriter): void {
  const calls: ToolCall[] = [];
  const others: Part[] = [];
  for (const [at, part] of parts.entries()) {
    const { type, toolCallId, toolName, input, args, providerExecuted } = part;
    if (type !== "tool-call") others.push(part);
    else if (providerExecuted === true) writer.skip("tool-call of the provider");
    else calls.push(writer.toCall(toolCallId, toolName, input ?? args, `content/${at}`));
  }
  writer.addReply(toText(others, writer), calls);
}

function readResult(part: Part, writer: TranscriptWriter): void {
  if (part["type"] === "tool-result") writer.addResult(toResult(part, writer));
  else writer.skip(part["type"]);
}

/** `output` says what kind of value it is; before version 5 there was a plain `result`. */
function toResult(part: Part, writer: TranscriptWriter): ResultParts {
  const { toolCallId: callId, output, result, isError } = part;
  const { type, value, reason } = isRecord(output) ? output : {};
  switch (type) {
    case "content":
      return { callId, content: toBlocks(toParts(value, "output", writer), writer), isError: false };
    case "execution-denied":
      return { callId, ...toValue(reason ?? "The user did not allow it."), isError: true };
    case undefined:
      return { callId, ...toValue(result), isError: isError === true };
    default:
      return { callId, ...toValue(value), isError: isErrorOutput(type) };
  }
}

function toValue(value: unknown): Pick<ResultParts, "content" | "structuredContent"> {
  const text = { type: "text" as const, text: toJsonText(value) };
  return isRecord(value) ? { content: [text], structuredContent: value } : { content: [text] };
}
