import { PlimsollError } from "../../errors.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { Adapter } from "../adapter.ts";
import { readMessages, writeMessages } from "./chat-messages.ts";
import { toChatMessages, toChatReply } from "./chat-reply.ts";
import type { ChatFunction, ChatMessage, ChatParams, ChatResponse } from "./chat-types.ts";
import { checkNames, functionNames } from "./host-tools.ts";

/** The adapter of Chat Completions, as OpenAI and many others serve them. */
export function chatAdapter({
  images,
}: {
  readonly images: boolean;
}): Adapter<ChatParams, ChatParams, ChatResponse, ChatMessage> {
  return {
    provider: { name: "Chat Completions", strategies: ["all", "bridge", "append"] },
    modelOf: ({ model }) => model,
    messagesOf: ({ messages }) => {
      if (Array.isArray(messages)) return messages;
      throw new PlimsollError("OPTION_INVALID", 'The parameter "messages" is not a list of messages.', {
        option: "messages",
        value: messages,
      });
    },
    read: readMessages,
    write: (entries) => writeMessages(entries, { images }),
    toReply: toChatReply,
    toReplyMessages: toChatMessages,
    replyKeyOf: () => undefined,
    toPlain: (messages) => messages,
    toRequest,
  };
}

/** The host's own tools come first: the array may grow at its end. */
function toRequest(
  params: ChatParams,
  messages: readonly ChatMessage[],
  { tools, prompt }: Step,
): ChatParams {
  checkNames(
    functionNames(params.tools),
    tools.map(({ name }) => name),
  );
  const array = [...(params.tools ?? []), ...tools.map(toFunction)];
  return {
    ...params,
    messages: withPrompt(messages, prompt),
    ...(array.length === 0 ? {} : { tools: array }),
  };
}

/**
 * The prompt section stands behind the host's own instructions, in every request at the same place. It takes their role:
 * some models refuse a conversation that has both.
 */
function withPrompt(messages: readonly ChatMessage[], prompt: string): readonly ChatMessage[] {
  if (prompt === "") return messages;
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const at = first < 0 ? messages.length : first;
  const section = { role: messages[at - 1]?.role ?? "system", content: prompt };
  return [...messages.slice(0, at), section, ...messages.slice(at)];
}

function toFunction({ name, description, inputSchema }: ToolDefinition): ChatFunction {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}
