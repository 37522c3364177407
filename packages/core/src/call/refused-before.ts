import type { Message, ToolCall } from "../activation/message.ts";
import { canonicalJson } from "../internal/canonical-json.ts";

/** How often a call of this name and these arguments was refused earlier in a history. */
export function countRefusals(call: ToolCall, history: readonly Message[]): number {
  const sent = toCallText(call);
  if (sent === undefined) return 0;
  const refused = new Set<string>();
  let count = 0;
  // From the end: a result stands behind the call it answers.
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const message = history[at];
    if (message?.role === "tool" && message.meta?.outcome === "rejected" && message.name === call.name) {
      refused.add(message.callId);
    } else if (message?.role === "assistant" && refused.size > 0) {
      count += message.calls.filter(
        (earlier) => refused.has(earlier.id) && toCallText(earlier) === sent,
      ).length;
      refused.clear();
    }
  }
  return count;
}

/** Equal for calls that ask for the same thing; nothing for arguments that cannot be written. */
export function toCallText(call: Pick<ToolCall, "name" | "arguments">): string | undefined {
  try {
    return canonicalJson([call.name, call.arguments]);
  } catch {
    return undefined;
  }
}
