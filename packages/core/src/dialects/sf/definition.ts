import type { ToolDefinition } from "../../tool/tool-definition.ts";

/** The most tools that one search may find. */
const MAX_LIMIT = 25;

/** What a model is shown of the one meta-tool; the index of what is lazy follows its description. */
export const SEARCH_DEFINITION: ToolDefinition = {
  name: "sf_tool_search",
  description:
    "Search for tools that are not listed here, and load what fits: callable from the next step on. Runs none of them. Say what you want to do, or give a tool's name.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string" },
      domain: {
        type: "string",
        enum: ["planning", "execution", "memory", "subagent", "evidence", "mcp", "all"],
        description: '"mcp": tools of MCP servers, also of servers not connected yet. Default all',
      },
      includeLoaded: { type: "boolean", description: "Default false" },
      limit: { type: "integer", minimum: 1, maximum: MAX_LIMIT, description: "Default 5" },
    },
    required: ["query"],
  },
};
