import type { AssistantMessage, Message, ResultMessage } from "../../activation/message.ts";
import type { KeptRecords } from "../../activation/record.ts";
import { defined } from "../../internal/defined.ts";
import { isRecord } from "../../internal/is-record.ts";
import { isErrorOutput } from "./is-error-output.ts";
import type { SdkMessage, SdkPart } from "./sdk-types.ts";
import { beforeOf, ownOf } from "./stamp.ts";

/**
 * The history of a conversation, read from what rides in its messages. Activation is derived from that alone, so all
 * words stay where they are.
 */
export function readMessages(messages: readonly SdkMessage[]): Message[] {
  return messages.flatMap((message): Message[] => {
    const parts = typeof message.content === "string" ? [] : message.content;
    switch (message.role) {
      case "user":
        return [readUser(parts)];
      case "assistant":
        return [...beforeOf(message), readReply(parts)];
      case "tool":
        return parts.filter(({ type }) => type === "tool-result").map(readResult);
      default:
        return [];
    }
  });
}

function readUser(parts: readonly SdkPart[]): Message {
  const summary = parts.map((part) => ownOf(part)?.["summary"]).find(isRecord);
  if (summary === undefined) return { role: "user", text: "" };
  return { role: "summary", text: "", ...(summary as KeptRecords) };
}

function readReply(parts: readonly SdkPart[]): AssistantMessage {
  const calls = parts.filter(
    ({ type, providerExecuted }) => type === "tool-call" && providerExecuted !== true,
  );
  return {
    role: "assistant",
    calls: calls.map(({ toolCallId, toolName, input }) => ({
      id: String(toolCallId),
      name: String(toolName),
      arguments: input,
    })),
  };
}

function readResult({ toolCallId, toolName, output }: SdkPart): ResultMessage {
  const { type, providerOptions } = isRecord(output) ? output : {};
  const meta = ownOf({ providerOptions });
  return {
    role: "tool",
    callId: String(toolCallId),
    name: String(toolName),
    content: [],
    isError: isErrorOutput(type),
    ...defined({ meta }),
  };
}
