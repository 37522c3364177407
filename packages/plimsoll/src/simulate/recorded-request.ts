import type { McpTool } from "@plimsoll/core/mcp";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";

/** What a recording says of its request beside the messages. */
export interface RecordedRequest {
  /** The model that it was sent to. */
  readonly model?: string;
  /** The host's own system prompt; empty where none was recorded. */
  readonly system: string;
  /** The tools that were in the array, with their schemas; what the provider defines itself has none, and is not here. */
  readonly tools: readonly McpTool[];
}

const SYSTEM_ROLES = new Set(["system", "developer"]);

/** Reads the system prompt and the tools out of a recording: a request of Anthropic or OpenAI, or a list of messages. */
export function readRecordedRequest(value: unknown): RecordedRequest {
  const { model, system, instructions, tools, messages, input } = isRecord(value) ? value : {};
  const entries = [value, messages, input].find(Array.isArray) ?? [];
  const texts = [system, instructions, ...entries.flatMap(toSystemContent)].map(toWords);
  return {
    ...(typeof model === "string" && model !== "" ? { model } : {}),
    system: texts.filter((text) => text !== "").join("\n"),
    tools: (Array.isArray(tools) ? tools : []).flatMap(toTool),
  };
}

function toSystemContent(entry: unknown): unknown[] {
  return isRecord(entry) && SYSTEM_ROLES.has(asText(entry["role"])) ? [entry["content"]] : [];
}

function toWords(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => (isRecord(part) ? toWords(part["text"]) : "")).join("\n");
}

// Anthropic: input_schema; OpenAI: parameters, in Chat Completions inside `function`.
function toTool(value: unknown): McpTool[] {
  const outer = isRecord(value) ? value : {};
  const { name, description, input_schema, inputSchema, parameters } = isRecord(outer["function"])
    ? outer["function"]
    : outer;
  const schema = input_schema ?? parameters ?? inputSchema;
  if (typeof name !== "string" || name === "" || !isRecord(schema)) return [];
  return [
    {
      name,
      ...(typeof description === "string" ? { description } : {}),
      inputSchema: schema,
    } as McpTool,
  ];
}
