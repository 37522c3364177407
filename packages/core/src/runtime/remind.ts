import type { UserMessage } from "../activation/message.ts";
import type { Conversation } from "./conversation.ts";

/**
 * A reminder of tools that were just loaded and have something that a model would rather fall back to: one message,
 * to be kept, in the request that first carries them.
 */
export function remind(loaded: readonly string[], { view, dialect }: Conversation): UserMessage[] {
  const entries = [...new Set(loaded)]
    .flatMap((name) => view.snapshot.get(name) ?? [])
    .filter((entry) => entry.tool.antiFallback !== undefined && view.ask(entry).find);
  if (entries.length === 0) return [];
  const tools = entries.map(({ name }) => name);
  return [{ role: "user", from: "reminder", text: dialect.renderReminder(entries), tools }];
}
