export { type DeferredTools, type DeferToolsOptions, deferTools } from "../mcp-server/defer-tools.ts";
export type { McpCallParams, McpClient, McpRequestOptions, McpTool, McpToolPage } from "./mcp-client.ts";
export type { McpToolServer } from "./mcp-server.ts";
export { type McpSourceOptions, mcpSource } from "./mcp-source.ts";
export { fromMcpTool } from "./mcp-tool.ts";
