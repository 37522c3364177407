import { isRecord } from "../internal/is-record.ts";
import type { ContentBlock } from "./content.ts";

/** What a tool gives back, whole: blocks for the model, data for programs. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** The same as data; checked against the tool's output schema where it has one. */
  readonly structuredContent?: unknown;
  /** The tool ran and reports a failure of its own, in its own words. */
  readonly isError?: boolean | undefined;
  /** For the host and the client, never shown to the model. */
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Gives a handler's return value the shape of a result: a result stands as it is, a text becomes a text
 * block, nothing becomes no block, any other value becomes structured content and the same as JSON text.
 */
export function toToolResult(value: unknown): ToolResult {
  if (isToolResult(value)) return value;
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

function isToolResult(value: unknown): value is ToolResult {
  return isRecord(value) && Array.isArray(value["content"]) && value["content"].every(isBlock);
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && typeof value["type"] === "string";
}
