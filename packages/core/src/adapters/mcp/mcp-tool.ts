import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import type { Execution, Risk, Tool, ToolAnnotations } from "../../tool/tool.ts";
import type { McpTool } from "./mcp-client.ts";

/**
 * Makes a tool of what an MCP server lists. Its hints count as its risk; without hints it is unverified.
 *
 * What a server lists is not what its type says: a part of the wrong kind is left out here, and a tool that
 * cannot do without it is set aside by the catalog, alone.
 */
export function fromMcpTool(listed: McpTool, execution: Execution): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations }: Partial<McpTool> = isRecord(
    listed,
  )
    ? listed
    : {};
  const hints = isRecord(annotations) ? (annotations as ToolAnnotations) : undefined;
  const risk = toRisk(hints);
  return {
    name: name as string,
    description: description ?? (typeof title === "string" ? title : ""),
    inputSchema: inputSchema as JsonSchema,
    execution,
    ...(typeof title === "string" ? { title } : {}),
    ...(isRecord(outputSchema) ? { outputSchema } : {}),
    ...(hints === undefined ? {} : { annotations: hints }),
    ...(risk === undefined ? {} : { risk }),
    ...(typeof hints?.openWorldHint === "boolean" ? { external: hints.openWorldHint } : {}),
  };
}

/** By the specification a tool that writes is destructive unless it says that it is not. */
function toRisk({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): Risk | undefined {
  if (readOnlyHint === true) return "read";
  if (readOnlyHint === undefined && destructiveHint === undefined) return undefined;
  return destructiveHint === false ? "write" : "destructive";
}
