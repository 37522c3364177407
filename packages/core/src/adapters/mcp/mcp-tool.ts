import type { Handler } from "../../tool/handler.ts";
import type { Risk, Tool, ToolAnnotations } from "../../tool/tool.ts";
import type { McpTool } from "./mcp-client.ts";

/** Makes a tool of what an MCP server lists. Its hints count as its risk; without hints it is unverified. */
export function fromMcpTool(listed: McpTool, run: Handler): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = listed;
  const risk = toRisk(annotations);
  return {
    name,
    description: description ?? title ?? "",
    inputSchema,
    execution: { type: "run", run },
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(risk === undefined ? {} : { risk }),
    ...(annotations?.openWorldHint === undefined ? {} : { external: annotations.openWorldHint }),
  };
}

/** By the specification a tool that writes is destructive unless it says that it is not. */
function toRisk({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): Risk | undefined {
  if (readOnlyHint === true) return "read";
  if (readOnlyHint === undefined && destructiveHint === undefined) return undefined;
  return destructiveHint === false ? "write" : "destructive";
}
