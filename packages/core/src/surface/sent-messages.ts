import type { Message, SentMessage } from "../activation/message.ts";
import { notAMessage } from "../activation/not-a-message.ts";

/** The history as the model is given it: records and waiting calls dropped, metadata left behind, nothing else touched. */
export function toSentMessages(history: readonly Message[]): SentMessage[] {
  const sent: SentMessage[] = [];
  history.forEach((message, index) => {
    const one = toSentMessage(message, index);
    if (one !== undefined) sent.push(one);
  });
  return sent;
}

function toSentMessage(message: Message, index: number): SentMessage | undefined {
  switch (message.role) {
    case "opening":
    case "pending":
    case "handover":
      return undefined;
    case "user": {
      const { role, text, attachments } = message;
      return attachments === undefined ? { role, text } : { role, text, attachments };
    }
    case "summary":
      return { role: message.role, text: message.text };
    case "tool": {
      const { role, callId, name, content, isError } = message;
      return isError === undefined
        ? { role, callId, name, content }
        : { role, callId, name, content, isError };
    }
    case "assistant":
    case "tool-change":
      return message;
    default:
      throw notAMessage(message, index);
  }
}
