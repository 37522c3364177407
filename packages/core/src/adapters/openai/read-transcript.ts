import type { ToolCall } from "../../activation/message.ts";
import { asText } from "../../internal/as-text.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ReadMessages } from "../transcript.ts";
import { addUserParts, toBlocks, toParts, toText } from "../transcript-parts.ts";
import { type Part, type TranscriptWriter, writeTranscript } from "../transcript-writer.ts";

/** Reads the messages of OpenAI's Chat Completions, `function_call` of its first version included. */
export function readChatTranscript(entries: readonly unknown[]): ReadMessages {
  return writeTranscript(entries, (entry, writer) => {
    const { role, tool_call_id, name } = entry;
    if (role === undefined) return writer.refuse(entry);
    const parts = toParts(entry["content"], "content", writer);
    switch (role) {
      case "user":
        return addUserParts(parts, writer);
      case "assistant":
        return writer.addReply(toText(parts, writer), readCalls(entry, writer));
      case "tool":
        return addResult(tool_call_id, parts, writer);
      case "function":
        return addResult(toFunctionId(name), parts, writer);
      case "system":
      case "developer":
        return writer.skip(role);
      default:
        return writer.refuse(entry);
    }
  });
}

function addResult(callId: unknown, parts: readonly Part[], writer: TranscriptWriter): void {
  writer.addResult({ callId, content: toBlocks(parts, writer), isError: false });
}

function readCalls({ tool_calls, function_call }: Part, writer: TranscriptWriter): readonly ToolCall[] {
  const calls = toParts(tool_calls, "tool_calls", writer).map((call, at) => {
    const place = `tool_calls/${at}`;
    const { id, function: called, custom } = call;
    // A custom tool takes a text, and a history's arguments are an object.
    if (isRecord(custom)) return writer.toCall(id, custom["name"], { input: custom["input"] }, place);
    const { name, arguments: sent } = isRecord(called) ? called : {};
    return writer.toCall(id, name, sent, place);
  });
  if (!isRecord(function_call)) return calls;
  const { name, arguments: sent } = function_call;
  return [...calls, writer.toCall(toFunctionId(name), name, sent, "function_call")];
}

// Before there were ids, a result named the function it answered.
function toFunctionId(name: unknown): string {
  return `function_call ${asText(name)}`;
}
