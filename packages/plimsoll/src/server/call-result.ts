import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallAnswer } from "@plimsoll/core";

/** The one map from how a call ended to what the client is sent. A tool's own result passes through whole. */
export function toCallResult({ outcome, result }: CallAnswer): CallToolResult {
  if (result === undefined) {
    const name = "entry" in outcome ? outcome.entry?.wireName : undefined;
    const text = `${name ?? "This tool"} is run by its host, and cannot be run here.`;
    return { content: [{ type: "text", text }], isError: true };
  }
  const { content, structuredContent, isError, _meta } = result;
  return {
    // Core's blocks are MCP's, but for what the specification fixes about their annotations.
    content: (isError === true ? [] : content) as CallToolResult["content"],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta: { ..._meta } }),
  };
}
