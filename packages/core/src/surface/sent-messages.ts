import { isStillRevealed } from "../activation/declared.ts";
import type { Message, ResultMessage, SentMessage } from "../activation/message.ts";
import { notAMessage } from "../activation/not-a-message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { defined } from "../internal/defined.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/**
 * The history as the model is given it: records and waiting calls dropped, metadata left behind, nothing else touched.
 * What an earlier opening record added or revealed inside the history is plain text under a later one.
 */
export function toSentMessages(history: readonly Message[], opening: OpeningRecord): SentMessage[] {
  const openedAt = history.findLastIndex(({ role }) => role === "opening");
  const sent: SentMessage[] = [];
  history.forEach((message, index) => {
    const one = toSentMessage(message, { index, opening, isUnder: index > openedAt });
    if (one !== undefined) sent.push(one);
  });
  return sent;
}

interface Place {
  readonly index: number;
  readonly opening: OpeningRecord;
  /** Whether it stands under that record, and not under an earlier one. */
  readonly isUnder: boolean;
}

function toSentMessage(message: Message, place: Place): SentMessage | undefined {
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
      const reveals = revealedBy(message, place);
      return {
        role,
        callId,
        name,
        content,
        ...defined({ isError }),
        ...(reveals.length === 0 ? {} : { reveals }),
      };
    }
    case "assistant": {
      const { record, ...reply } = message;
      return record === undefined ? message : reply;
    }
    case "tool-change":
      return place.opening.strategy === "transcript" && place.isUnder ? message : undefined;
    default:
      throw notAMessage(message, place.index);
  }
}

function revealedBy({ meta }: ResultMessage, { opening, isUnder }: Place): ToolDefinition[] {
  const record = meta?.record;
  if (opening.strategy !== "native" || record?.type !== "load" || record.by !== undefined) return [];
  return record.tools.flatMap(({ name, definition }) =>
    definition !== undefined && (isUnder || isStillRevealed(name, opening)) ? definition : [],
  );
}
