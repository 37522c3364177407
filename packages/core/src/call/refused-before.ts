import type {
  AssistantMessage,
  Message,
  OutcomeType,
  ResultMessage,
  ToolCall,
} from "../activation/message.ts";
import { canonicalJson } from "../internal/canonical-json.ts";

/**
 * How often a call of this name and these arguments was refused earlier in a history, in a row: since it last ran, and
 * since anything was loaded, which may be what it was refused for.
 */
export function countRefusals(call: ToolCall, history: readonly Message[]): number {
  let count = 0;
  for (const outcome of outcomesSinceLoad(call, history)) {
    if (outcome !== "rejected") break;
    count += 1;
  }
  return count;
}

/** How the same call ended before, the newest first. */
function* outcomesSinceLoad(call: ToolCall, history: readonly Message[]): Generator<OutcomeType> {
  const sent = toCallText(call);
  if (sent === undefined) return;
  const outcomes = new Map<string, OutcomeType>();
  // From the end: a result stands behind the call it answers.
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const message = history[at];
    if (message?.role === "tool") {
      if (isLoad(message)) return;
      const outcome = message.name === call.name ? message.meta?.outcome : undefined;
      if (outcome !== undefined) outcomes.set(message.callId, outcome);
    } else if (message?.role === "assistant" && outcomes.size > 0) {
      yield* outcomesIn(message, outcomes, sent);
      outcomes.clear();
    }
  }
}

function outcomesIn(
  { calls }: AssistantMessage,
  outcomes: ReadonlyMap<string, OutcomeType>,
  sent: string,
): OutcomeType[] {
  return calls.toReversed().flatMap((call) => {
    const outcome = outcomes.get(call.id);
    return outcome === undefined || toCallText(call) !== sent ? [] : [outcome];
  });
}

function isLoad({ meta }: ResultMessage): boolean {
  return meta?.record?.type === "load" && meta.record.by === undefined;
}

/** Equal for calls that ask for the same thing; nothing for arguments that cannot be written. */
export function toCallText(call: Pick<ToolCall, "name" | "arguments">): string | undefined {
  try {
    return canonicalJson([call.name, call.arguments]);
  } catch {
    return undefined;
  }
}
