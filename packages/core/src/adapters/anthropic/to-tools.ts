import type { OpeningRecord } from "../../activation/record.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { AnthropicSearchTool, AnthropicTool } from "./messages.ts";
import type { AnthropicSettings } from "./settings.ts";
import { toDeferredTool, toTool } from "./to-tool.ts";

/**
 * Under `transcript` by value nothing is deferred, and what the API needs to add tools later would enter the prompt only
 * with the first of them, in front of everything. One tool that is never referred to brings it there from the start. No
 * wire name begins with two underscores and ends like this.
 */
const PLACEHOLDER: ToolDefinition = {
  name: "__placeholder",
  description: "Stands for tools that are added later. It cannot be called.",
  inputSchema: { type: "object" },
};

const SEARCH_TOOLS = {
  regex: { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
  bm25: { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
} as const satisfies Record<string, AnthropicSearchTool>;

/** The array: what the host declares itself, the step's own tools, and at the end what is deferred. */
export function toTools(
  own: readonly object[],
  { tools, deferred, opening }: Step,
  settings: AnthropicSettings,
): object[] {
  const head: (AnthropicTool | AnthropicSearchTool)[] = tools.map(toTool);
  if (opening.strategy === "native" && settings.search !== "client") {
    const at = tools.findIndex(({ name }) => name === opening.loader);
    head.splice(at < 0 ? opening.tools.length : at, at < 0 ? 0 : 1, SEARCH_TOOLS[settings.search]);
  }
  // Under `append` the array grows behind the head, whose bytes stay.
  const marked = opening.tools.length - 1;
  const isByValue = opening.strategy === "transcript" && deferred === undefined;
  return [
    ...own,
    ...head.map((tool, at) => (at === marked ? withCache(tool, settings) : tool)),
    ...(isByValue ? [PLACEHOLDER] : behindHead(deferred ?? [], opening)).map(toDeferredTool),
  ];
}

/** Deferred definitions without those that a later record has in its head, though the messages spoke of them before. */
export function behindHead(
  deferred: readonly ToolDefinition[],
  { tools }: Pick<OpeningRecord, "tools">,
): readonly ToolDefinition[] {
  const head = new Set(tools.map(({ name }) => name));
  return deferred.filter(({ name }) => !head.has(name));
}

function withCache<Tool extends object>(tool: Tool, { cache }: AnthropicSettings): Tool {
  return cache === undefined ? tool : { ...tool, cache_control: cache };
}

/** Whether a tool of the array goes by a name; toolsets do not. */
export function isNamed(tool: object): tool is { readonly name: string } {
  return "name" in tool && typeof tool.name === "string";
}

/** Whether a tool of the array is held back. */
export function isDeferred(tool: object): boolean {
  return "defer_loading" in tool && tool.defer_loading === true;
}
