import type { McpTool } from "@plimsoll/core/mcp";
import { isRecord } from "../internal/is-record.ts";

/** One tool as a file gives it. */
export interface ToolRow {
  readonly tool: McpTool;
  /** The file's own key for it. */
  readonly id?: string;
  /** The name of the MCP server that lists it. */
  readonly server?: string;
}

const ANY_ARGUMENTS = { type: "object" };

/**
 * Reads one row, or says why it is none. Only what places a tool is checked here; a part of the wrong kind is
 * core's to leave out, or to set the tool aside for. `null` is how many programs write that there is nothing.
 */
export function readToolRow(value: unknown): ToolRow | { readonly reason: string } {
  if (!isRecord(value)) return { reason: "it is not an object" };
  const { id, name, server, title, description, inputSchema, outputSchema, annotations } = value;
  if (typeof name !== "string" || name === "") return { reason: "it has no name" };
  const origin = server ?? "";
  if (typeof origin !== "string") return { reason: "its server is not a text" };
  const listed = { name, title, description, outputSchema, annotations };
  return {
    tool: { ...listed, inputSchema: inputSchema ?? ANY_ARGUMENTS } as McpTool,
    ...(typeof id === "string" || typeof id === "number" ? { id: String(id) } : {}),
    ...(origin === "" ? {} : { server: origin }),
  };
}
