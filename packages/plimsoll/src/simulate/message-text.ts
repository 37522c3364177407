import type { ContentBlock, SentMessage, ToolCall } from "@plimsoll/core";

/** A message as text: the part that is counted, and all that tells it from others. */
export interface MessageText {
  /** Words, names, arguments and results. Pictures and sounds are not counted, nor what a provider writes around. */
  readonly counted: string;
  readonly whole: string;
}

/** Writes a message as the text that it weighs by. */
export function toMessageText(message: SentMessage): MessageText {
  switch (message.role) {
    case "assistant": {
      const counted = toReplyText(message);
      return { counted, whole: counted };
    }
    case "tool":
      return fromBlocks(message.content, `${message.callId} ${message.name}`);
    case "user": {
      const { text, attachments = [] } = message;
      const { whole } = fromBlocks(attachments, text);
      return { counted: text, whole };
    }
    case "summary":
      return { counted: message.text, whole: message.text };
    case "tool-change":
      // What was added weighs as definitions do.
      return { counted: message.removed.join(" "), whole: JSON.stringify(message) };
  }
}

/** A reply as the text that it weighs by: what the model said, and each call's name and arguments. */
export function toReplyText({
  text = "",
  calls,
}: {
  readonly text?: string;
  readonly calls: readonly ToolCall[];
}): string {
  const parts = calls.map(({ name, arguments: sent }) => `${name} ${toArgumentsText(sent)}`);
  return [...(text === "" ? [] : [text]), ...parts].join("\n");
}

function fromBlocks(content: readonly ContentBlock[], beside: string): MessageText {
  const words = content.map((block) => (block.type === "text" ? block.text : ""));
  return {
    counted: words.filter((text) => text !== "").join("\n"),
    whole: JSON.stringify([beside, content]),
  };
}

function toArgumentsText(sent: unknown): string {
  return typeof sent === "string" ? sent : (JSON.stringify(sent) ?? "");
}
