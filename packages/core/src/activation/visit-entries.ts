import { PlimsollError } from "../errors.ts";
import type { Message } from "./message.ts";
import { notAMessage, unreadable } from "./not-a-message.ts";

/** Goes through a history from its beginning. What is no entry, or cannot be read, is refused by its place. */
export function visitEntries(history: readonly Message[], visit: (message: Message) => void): void {
  let at = 0;
  try {
    for (; at < history.length; at += 1) {
      const message = history[at];
      if (typeof message !== "object" || message === null) throw notAMessage(message, at);
      visit(message);
    }
  } catch (cause) {
    throw PlimsollError.is(cause) ? cause : unreadable(at, cause);
  }
}
