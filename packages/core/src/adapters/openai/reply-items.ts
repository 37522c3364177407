import { isRecord } from "../../internal/is-record.ts";
import type { ChatMessage } from "./chat-types.ts";
import type { ResponsesItem } from "./responses-types.ts";

/**
 * An item of a response, to be sent back as it came. The `openai` package adds what it parsed where it puts a stream
 * together; the API does not know those keys and would refuse them.
 */
export function toReplyItem(item: ResponsesItem): ResponsesItem {
  if (item.type === "function_call") return without(item, "parsed_arguments");
  return item.type === "message" ? within(item, "content", (part) => without(part, "parsed")) : item;
}

/** The message of a chat completion, to be sent back as it came. */
export function toReplyMessage<Message extends ChatMessage>(message: Message): Message {
  return within(without(message, "parsed"), "tool_calls", (call) =>
    isRecord(call) && "function" in call
      ? changed(call, "function", without(call["function"], "parsed_arguments"))
      : call,
  );
}

function without<Value>(value: Value, key: string): Value {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: _parsed, ...rest } = value;
  return rest as Value;
}

/** The same object, where nothing in the list changes. */
function within<Value>(value: Value, key: string, change: (part: unknown) => unknown): Value {
  const parts = isRecord(value) ? value[key] : undefined;
  if (!Array.isArray(parts)) return value;
  const next = parts.map(change);
  return next.every((part, at) => part === parts[at]) ? value : { ...value, [key]: next };
}

function changed(value: Record<string, unknown>, key: string, part: unknown): unknown {
  return value[key] === part ? value : { ...value, [key]: part };
}
