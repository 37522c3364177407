import type { OpeningRecord } from "../../activation/record.ts";
import { isRecord } from "../../internal/is-record.ts";
import { toWireName } from "../../tool/wire-name.ts";
import { isAddedTools } from "./host-tools.ts";
import { joinName } from "./namespaces.ts";
import type { ResponsesItem } from "./responses-types.ts";
import { isStandIn } from "./search-call.ts";
import { ADDED, readRemoved } from "./tool-change-items.ts";

type Part = Readonly<Record<string, unknown>>;

/**
 * Items of before an opening record, without what they add and reveal. A search that the record has no place for is an
 * ordinary call, and one that the provider made by itself is gone.
 */
export function toPlainItems(items: readonly ResponsesItem[], opening: OpeningRecord): ResponsesItem[] {
  const plain: ResponsesItem[] = [];
  for (const [at, item] of items.entries()) {
    const kept = isAddedTools(item, items[at - 1]) ? undefined : toPlainItem(item, opening);
    // Reasoning is refused without the very item that it led to.
    if (item.type === "tool_search_call" && kept !== item) dropReasoning(plain);
    if (kept !== undefined) plain.push(kept);
  }
  return plain;
}

function toPlainItem(item: ResponsesItem, opening: OpeningRecord): ResponsesItem | undefined {
  const { type, role, content, call_id: callId, execution }: Part = { ...item };
  if (role === "developer" && (content === ADDED || readRemoved(content) !== undefined)) return undefined;
  if (type !== "tool_search_call" && type !== "tool_search_output") return item;
  if (isStandIn(callId)) return undefined;
  const isHosted = opening.deferred !== undefined;
  const isSearching = opening.strategy === "native" && opening.loader !== undefined;
  if (execution === "server") return isSearching && isHosted ? withDeclared(item, opening) : undefined;
  return isSearching && !isHosted ? withTools(item, []) : toOrdinary(item);
}

/** Under a record that declares its tools, what was revealed of them is still revealed. */
function withDeclared(item: ResponsesItem, { deferred = [] }: OpeningRecord): ResponsesItem {
  const names = new Set(deferred.map(({ name, definition }) => definition?.name ?? toWireName(name)));
  const { tools }: Part = { ...item };
  return Array.isArray(tools) ? withTools(item, declaredOf(tools, names)) : item;
}

function declaredOf(tools: readonly unknown[], names: ReadonlySet<string>, namespace?: string): unknown[] {
  return tools.flatMap((tool): unknown[] => {
    if (!isRecord(tool) || typeof tool["name"] !== "string") return [tool];
    const { type, name, tools: members } = tool;
    if (type !== "namespace" || !Array.isArray(members))
      return names.has(joinName(namespace, name)) ? [tool] : [];
    const left = declaredOf(members, names, name);
    return left.length === 0 ? [] : [{ ...tool, tools: left }];
  });
}

function withTools(item: ResponsesItem, tools: readonly unknown[]): ResponsesItem {
  const changed: Part = { ...item, tools };
  return item.type === "tool_search_output" ? changed : item;
}

function toOrdinary(item: ResponsesItem): ResponsesItem {
  const { type, call_id, arguments: sent }: Part = { ...item };
  const ordinary: Part =
    type === "tool_search_call"
      ? { type: "function_call", call_id, name: "tool_search", arguments: JSON.stringify(sent ?? {}) }
      : { type: "function_call_output", call_id, output: "" };
  return ordinary;
}

function dropReasoning(plain: ResponsesItem[]): void {
  while (plain.at(-1)?.type === "reasoning") plain.pop();
}
