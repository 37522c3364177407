import type { Tool } from "@modelcontextprotocol/server";
import type { Dialect, DialectTool } from "@plimsoll/core";

// Some clients defer every MCP tool; these few are what everything else is reached through.
const META = { "anthropic/alwaysLoad": true };

/** What `tools/list` answers: the dialect's meta-tools, in its order, the same at every moment of every process. */
export function toListedTools(dialect: Dialect): Tool[] {
  return offeredTools(dialect).map(({ definition, annotations }) => ({
    name: definition.name,
    description: definition.description,
    inputSchema: { ...definition.inputSchema, type: "object" },
    annotations: { ...annotations },
    _meta: META,
  }));
}

/** The meta-tools that a client of a gateway is offered. */
export function offeredTools({ tools, gate }: Dialect): DialectTool[] {
  return tools.filter((tool) => tool.isOffered({ strategy: "bridge", gate }));
}
