import type { ToolDefinition } from "../../tool/tool-definition.ts";

/** What a model is shown of `tool_search`. */
export const TOOL_SEARCH: ToolDefinition = {
  name: "tool_search",
  description:
    "Look up a deferred tool by its exact name. Returns its full definition, and makes it callable from the next step on.",
  inputSchema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        description: "A tool's name, or several: select:mcp__github__list_issues,mcp__github__get_issue",
      },
    },
    required: ["query"],
  },
};
