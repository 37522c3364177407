import type { Reply, ToolCall } from "../../activation/message.ts";
import { asText } from "../../internal/as-text.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ReadContext } from "../adapter.ts";
import type { ChatMessage, ChatParams, ChatResponse } from "./chat-types.ts";
import { functionNames } from "./host-tools.ts";
import { toReplyMessage } from "./reply-items.ts";

type Part = Readonly<Record<string, unknown>>;

/** The calls of a completion that are Plimsoll's to answer. */
export function toChatReply(response: ChatResponse, { params }: ReadContext<ChatParams>): Reply {
  const [message] = toChatMessages(response);
  const { content, refusal }: Part = { ...message };
  const text = typeof content === "string" && content !== "" ? content : refusal;
  const calls = message === undefined ? [] : ownCalls(message, functionNames(params?.tools)).map(toCall);
  return { ...(typeof text === "string" && text !== "" ? { text } : {}), calls };
}

/** The reply as it is sent back: unchanged, but that each call has an id, which not every endpoint gives. */
export function toChatMessages({ id = "call", choices }: ChatResponse): ChatMessage[] {
  const [choice] = choices;
  if (choice === undefined) return [];
  const message = toReplyMessage(choice.message);
  const calls = callsOf(message);
  if (calls.every((call) => call["id"])) return [message];
  const named = calls.map((call, at) => (call["id"] ? call : { ...call, id: `${id}_${at}` }));
  const whole: ChatMessage & Part = { ...message, tool_calls: named };
  return [whole];
}

/** The calls of a message but for those of the host's own functions, and of custom tools, which are the host's too. */
export function ownCalls(message: ChatMessage, own: ReadonlySet<string>): readonly Part[] {
  return callsOf(message).filter(({ function: called }) => {
    const name = isRecord(called) ? called["name"] : undefined;
    return typeof name === "string" && !own.has(name);
  });
}

/** Whether a completion asks nothing more of its client. Not every endpoint says so in `finish_reason`. */
export function isChatDone({ choices: [choice] }: ChatResponse): boolean {
  return choice === undefined || callsOf(choice.message).length === 0;
}

function toCall({ id, function: called }: Part): ToolCall {
  const { name, arguments: sent } = isRecord(called) ? called : {};
  return { id: asText(id), name: asText(name), arguments: sent };
}

function callsOf(message: ChatMessage): readonly Part[] {
  const { tool_calls: calls }: Part = { ...message };
  return Array.isArray(calls) ? calls.filter(isRecord) : [];
}
