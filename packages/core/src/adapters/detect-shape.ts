import { isRecord } from "../internal/is-record.ts";
import type { TranscriptShape } from "./transcript.ts";
import { type Part, transcriptError } from "./transcript-writer.ts";

const OWN_ROLES: ReadonlySet<unknown> = new Set(["opening", "pending", "summary", "handover", "tool-change"]);
const ITEMS: ReadonlySet<unknown> = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "tool_search_call",
  "tool_search_output",
  "additional_tools",
]);
const PARTS: ReadonlyMap<unknown, TranscriptShape> = new Map<string, TranscriptShape>([
  ["tool_use", "anthropic"],
  ["tool_result", "anthropic"],
  ["server_tool_use", "anthropic"],
  ["tool_addition", "anthropic"],
  ["tool_removal", "anthropic"],
  ["tool-call", "ai-sdk"],
  ["tool-result", "ai-sdk"],
  ["input_text", "openai-responses"],
  ["output_text", "openai-responses"],
]);

/**
 * The shape of a recording, told by how it writes calls and results: messages without any look much alike. Two shapes
 * in one recording are refused, for the calls of one of them would be passed over.
 */
export function detectShape(entries: readonly unknown[]): TranscriptShape {
  let found: { readonly shape: TranscriptShape; readonly at: number } | undefined;
  for (const [at, entry] of entries.entries()) {
    const shape = isRecord(entry) ? shapeOf(entry) : undefined;
    if (shape === undefined || shape === found?.shape) continue;
    if (found !== undefined) {
      const reason = `it has the shape ${shape}, and entry ${found.at} has the shape ${found.shape}`;
      throw transcriptError(at, `${reason}: make two transcripts of them`);
    }
    found = { shape, at };
  }
  return found?.shape ?? "openai-chat";
}

function shapeOf(entry: Part): TranscriptShape | undefined {
  const { role, type, content, parts } = entry;
  if (role === undefined) return ITEMS.has(type) ? "openai-responses" : undefined;
  if (OWN_ROLES.has(role) || isNeutral(entry)) return "neutral";
  if (Array.isArray(parts)) return "ai-sdk";
  if (Array.isArray(entry["tool_calls"]) || entry["tool_call_id"] !== undefined) return "openai-chat";
  if (!Array.isArray(content)) return undefined;
  for (const part of content) {
    const shape = isRecord(part) ? PARTS.get(part["type"]) : undefined;
    if (shape !== undefined) return shape;
  }
  return undefined;
}

function isNeutral({ role, text, content, calls, callId }: Part): boolean {
  if (role === "assistant") return Array.isArray(calls);
  if (role === "tool") return callId !== undefined;
  return role === "user" && typeof text === "string" && content === undefined;
}
