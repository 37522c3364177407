import type { Message } from "../activation/message.ts";
import { isRecord } from "../internal/is-record.ts";
import type { ReadMessages } from "./transcript.ts";
import { type Part, type TranscriptWriter, writeTranscript } from "./transcript-writer.ts";

const ROLES = new Set([
  "user",
  "assistant",
  "tool",
  "pending",
  "summary",
  "handover",
  "tool-change",
  "opening",
]);

/** Reads a history of Plimsoll's own: entries stay as they are, once it is sure that they are entries. */
export function readNeutralTranscript(entries: readonly unknown[]): ReadMessages {
  return writeTranscript(entries, (entry, writer) => {
    const { role, calls, callId } = entry;
    if (typeof role !== "string" || !ROLES.has(role)) return writer.refuse(entry);
    if (role === "assistant") checkCalls(calls, writer);
    if (role === "tool" && typeof callId !== "string") writer.fail("it is a result without a callId");
    writer.add(entry as Part & Message);
  });
}

function checkCalls(calls: unknown, writer: TranscriptWriter): void {
  const listed: readonly unknown[] = Array.isArray(calls) ? calls : writer.fail("it has no list of calls");
  for (const [at, call] of listed.entries()) {
    const { id, name } = isRecord(call) ? call : {};
    if (typeof id !== "string" || typeof name !== "string")
      writer.fail(`its calls/${at} has no id or no name`);
  }
}
