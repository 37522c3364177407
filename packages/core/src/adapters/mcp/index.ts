export type { McpClient, McpRequestOptions, McpTool } from "./mcp-client.ts";
export { type McpSourceOptions, mcpSource } from "./mcp-source.ts";
export { fromMcpTool } from "./mcp-tool.ts";
