import type { SentMessage, SentResult } from "../../activation/message.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { toNamespaces } from "./namespaces.ts";
import { toFunction } from "./responses-tools.ts";
import type { SearchResultItem, WrittenItem } from "./responses-types.ts";
import { toOutput } from "./result-output.ts";
import { searchIdOf, toStandInId } from "./search-call.ts";
import { toToolChangeItems } from "./tool-change-items.ts";

/** Writes what Plimsoll adds to a conversation. What users and servers say is no developer's word. */
export function writeItems(
  entries: readonly SentMessage[],
  { namespaces }: { readonly namespaces: boolean },
): WrittenItem[] {
  return entries.flatMap((entry): WrittenItem[] => {
    switch (entry.role) {
      case "user":
      case "summary":
        return [{ role: "user", content: entry.text }];
      case "tool":
        return writeResult(entry, namespaces);
      case "tool-change":
        return toToolChangeItems(entry);
      default:
        return [];
    }
  });
}

function writeResult({ callId, content, reveals = [] }: SentResult, namespaces: boolean): WrittenItem[] {
  const tools = toRevealed(reveals, namespaces);
  const searchId = searchIdOf(callId);
  if (searchId !== undefined) return [toSearchResult(searchId, tools)];
  const result: WrittenItem = { type: "function_call_output", call_id: callId, output: toOutput(content) };
  if (tools.length === 0) return [result];
  // The model called the search like a function, whose answer reveals nothing: a search of the same findings does.
  const standIn = toStandInId(callId);
  return [
    result,
    { type: "tool_search_call", call_id: standIn, execution: "client", status: "completed", arguments: {} },
    toSearchResult(standIn, tools),
  ];
}

function toSearchResult(callId: string, tools: SearchResultItem["tools"]): SearchResultItem {
  return { type: "tool_search_output", call_id: callId, execution: "client", status: "completed", tools };
}

function toRevealed(reveals: readonly ToolDefinition[], namespaces: boolean): SearchResultItem["tools"] {
  return namespaces
    ? toNamespaces(reveals)
    : reveals.map((definition) => toFunction(definition, { isDeferred: true }));
}
