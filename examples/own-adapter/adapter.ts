import type { Adapter, Message, SentMessage, ToolCall, ToolDefinition } from "@plimsoll/core";

/** A message of the provider's. */
export type ParrotMessage =
  | { readonly from: "user"; readonly text: string }
  | { readonly from: "tool"; readonly answers: string; readonly called: string; readonly text: string }
  | ParrotReply;

/** What the model says. */
export interface ParrotReply {
  readonly from: "parrot";
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** What a host asks with. */
export interface ParrotParams {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ParrotMessage[];
}

/** The same with the tools, as it is sent. */
export interface ParrotRequest extends ParrotParams {
  readonly tools: readonly ToolDefinition[];
}

export const parrotAdapter: Adapter<ParrotParams, ParrotRequest, ParrotReply, ParrotMessage> = {
  provider: { name: "Parrot", strategies: ["bridge", "all", "append"] },
  modelOf: ({ model }) => model,
  messagesOf: ({ messages }) => messages,
  read: (messages) => messages.map((message, at) => ({ entry: toEntry(message), at })),
  write: (entries) => entries.flatMap(toMessage),
  toReply: ({ text, calls }) => ({ text, calls }),
  toReplyMessages: (reply) => [reply],
  replyKeyOf: () => undefined, // this provider reveals no tools by itself
  toPlain: (messages) => messages, // and none are added inside its messages
  toRequest: (params, messages, { tools, prompt }) => ({
    ...params,
    system: `${params.system}\n\n${prompt}`,
    tools,
    messages,
  }),
};

function toEntry(message: ParrotMessage): Message {
  const { text } = message;
  switch (message.from) {
    case "user":
      return { role: "user", text };
    case "parrot":
      return { role: "assistant", text, calls: message.calls };
    case "tool":
      return {
        role: "tool",
        callId: message.answers,
        name: message.called,
        content: [{ type: "text", text }],
      };
  }
}

function toMessage(entry: SentMessage): ParrotMessage[] {
  if (entry.role === "user" || entry.role === "summary") return [{ from: "user", text: entry.text }];
  if (entry.role !== "tool") return [];
  const text = entry.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
  return [{ from: "tool", answers: entry.callId, called: entry.name, text: text.join("\n") }];
}
