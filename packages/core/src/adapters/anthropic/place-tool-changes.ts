import { blocksOf, isToolChange } from "./blocks-of.ts";
import type { AnthropicMessage } from "./messages.ts";

/**
 * Puts every tool change where the API takes it: right after a user turn, and last or before a reply. As they were
 * written they stand there, and are handed on as they are. Where a host has cut its messages back to one and goes on with
 * a user message, or has a system message of its own beside it, the change goes behind, and the two are one message.
 */
export function placeToolChanges(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const placed: AnthropicMessage[] = [];
  let waiting: AnthropicMessage[] = [];
  const place = (): void => {
    if (waiting.length === 0) return;
    const before = placed.at(-1);
    if (before?.role === "system") placed.pop();
    placed.push(...merge(before?.role === "system" ? [before, ...waiting] : waiting));
    waiting = [];
  };
  for (const message of messages) {
    if (message.role === "assistant") place();
    const isWaiting = carriesChange(message) || (message.role === "system" && waiting.length > 0);
    (isWaiting ? waiting : placed).push(message);
  }
  place();
  return placed;
}

function merge(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  if (messages.length < 2 || !messages.every(isPlain)) return [...messages];
  return [{ role: "system", content: messages.flatMap(({ content }) => blocksOf(content)) }];
}

/** Whether a message has nothing but content: what else it says is said of all of it. */
function isPlain(message: AnthropicMessage): boolean {
  return Object.keys(message).every((key) => key === "role" || key === "content");
}

function carriesChange({ role, content }: AnthropicMessage): boolean {
  return role === "system" && blocksOf(content).some(isToolChange);
}
