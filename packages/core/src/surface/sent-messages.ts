import type { Message, SentMessage } from "../activation/message.ts";
import { PlimsollError } from "../errors.ts";

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

// The type says it cannot happen; a history comes from a file or a database, which know no types.
function notAMessage(message: never, index: number): PlimsollError<"HISTORY_INVALID"> {
  const role = JSON.stringify((message as Partial<Message> | null)?.role);
  const reason = `its role is ${role}`;
  return new PlimsollError(
    "HISTORY_INVALID",
    `Entry ${index} of the history is not a message: ${reason}. Roles are user, assistant, tool, pending, summary, handover, tool-change and opening.`,
    { index, reason },
  );
}
