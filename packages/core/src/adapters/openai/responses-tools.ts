import type { OpeningRecord } from "../../activation/record.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { FunctionItem, SearchTool } from "./responses-types.ts";

/** A definition as a function of the Responses API. */
export function toFunction(
  { name, description, inputSchema }: ToolDefinition,
  { isDeferred = false }: { readonly isDeferred?: boolean } = {},
): FunctionItem {
  return {
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
    ...(isDeferred ? { defer_loading: true } : {}),
  };
}

/** Who searches under `native`: Plimsoll, when the model asks for it, or the provider by itself. */
export type SearchedBy = "client" | "hosted";

/** The array; the meta-tool whose results reveal is the provider's own search there. */
export function toArray(
  definitions: readonly ToolDefinition[],
  { loader }: OpeningRecord,
  searchedBy: SearchedBy,
): (FunctionItem | SearchTool)[] {
  return definitions.map((definition) =>
    definition.name === loader ? toSearchTool(definition, searchedBy) : toFunction(definition),
  );
}

/** It has no name there, and texts speak of it by the one it has: the description says which. */
function toSearchTool(
  { name, description, inputSchema }: ToolDefinition,
  searchedBy: SearchedBy,
): SearchTool {
  if (searchedBy === "hosted") return { type: "tool_search" };
  return {
    type: "tool_search",
    execution: "client",
    description: `This is ${name}. ${description}`,
    parameters: inputSchema,
  };
}
