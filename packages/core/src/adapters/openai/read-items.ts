import { isRecord } from "../../internal/is-record.ts";
import type { ReadContext, ReadEntry } from "../adapter.ts";
import { hostTools, isAddedTools } from "./host-tools.ts";
import { readResponsesTranscript } from "./read-responses-transcript.ts";
import { toItemCall } from "./responses-reply.ts";
import type { ResponsesItem, ResponsesParams } from "./responses-types.ts";
import { isStandIn, toSearchId } from "./search-call.ts";

/**
 * Reads a conversation as the recordings of one are read, its searches as calls of the meta-tool that they are. What
 * the host and the provider have among themselves is passed over.
 */
export function readItems(
  items: readonly ResponsesItem[],
  { params, opening }: ReadContext<ResponsesParams>,
): ReadEntry[] {
  const own = hostTools({ tools: params?.tools, input: items });
  const hostCalls = new Set<unknown>();
  const readable = items.map((item, at): unknown => {
    const { type, call_id: callId }: Readonly<Record<string, unknown>> = isRecord(item) ? item : {};
    if (type === "custom_tool_call" || type === "function_call") {
      if (toItemCall(item, own, opening) !== undefined) return item;
      hostCalls.add(callId);
      return PASSED_OVER;
    }
    if (type === "custom_tool_call_output" || hostCalls.has(callId)) return PASSED_OVER;
    if (type === "additional_tools" && !isAddedTools(item, items[at - 1])) return PASSED_OVER;
    return toReadable(item, own, opening);
  });
  const { messages, origins } = readResponsesTranscript(readable);
  const entries = messages.map((entry, index): ReadEntry => ({ entry, at: origins[index] ?? 0 }));
  return withKeys(entries, items);
}

/** What no reader looks at. */
const PASSED_OVER = { type: "reasoning" };

function toReadable(
  item: ResponsesItem,
  own: ReadonlySet<string>,
  opening: ReadContext<unknown>["opening"],
): unknown {
  const call = toItemCall(item, own, opening);
  if (call !== undefined) {
    return { type: "function_call", call_id: call.id, name: call.name, arguments: call.arguments };
  }
  const { type, call_id: callId }: Readonly<Record<string, unknown>> = { ...item };
  if (type !== "tool_search_output" || typeof callId !== "string" || isStandIn(callId)) return item;
  return { type: "function_call_output", call_id: toSearchId(callId), output: "" };
}

/** What the provider found by itself stands in a reply, and is found again by the id of its item. */
function withKeys(entries: readonly ReadEntry[], items: readonly ResponsesItem[]): ReadEntry[] {
  const all = [...entries];
  for (const [at, item] of items.entries()) {
    const key = hostedKeyOf(item);
    if (key === undefined) continue;
    const next = all.findIndex((entry) => entry.at > at);
    const behind = next < 0 ? all.length : next;
    // A reply that has begun goes on behind it: its calls must stay the last that were made.
    const isInside = all[behind - 1]?.entry.role === "assistant";
    all.splice(isInside ? behind - 1 : behind, 0, { entry: { role: "assistant", calls: [] }, at, key });
  }
  return all;
}

/** The id of a search that the provider made by itself, from its answer. */
export function hostedKeyOf(item: ResponsesItem): string | undefined {
  const { type, id, execution }: Readonly<Record<string, unknown>> = { ...item };
  return type === "tool_search_output" && execution !== "client" && typeof id === "string" ? id : undefined;
}
