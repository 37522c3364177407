import type { ToolCall } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { ReadMessages } from "../transcript.ts";
import { addUserParts, toBlocks, toParts, toText } from "../transcript-parts.ts";
import { type Part, type TranscriptWriter, writeTranscript } from "../transcript-writer.ts";

/**
 * Reads the messages of Anthropic's Messages API. What the provider ran itself (`server_tool_use`, `mcp_tool_use` and
 * their results) never comes to a host, and is passed over with thinking.
 */
export function readAnthropicTranscript(entries: readonly unknown[]): ReadMessages {
  return writeTranscript(entries, (entry, writer) => {
    if (entry["role"] === undefined) return writer.refuse(entry);
    const blocks = toParts(entry["content"], "content", writer);
    switch (entry["role"]) {
      case "user":
        return readUser(blocks, writer);
      case "assistant":
        return readReply(blocks, writer);
      case "system":
        return readSystem(blocks, writer);
      default:
        return writer.refuse(entry);
    }
  });
}

/** Results stand among what the user said: each keeps its place. */
function readUser(blocks: readonly Part[], writer: TranscriptWriter): void {
  let said: Part[] = [];
  for (const block of blocks) {
    if (block["type"] !== "tool_result") {
      said.push(block);
      continue;
    }
    addUserParts(said, writer);
    said = [];
    const content = toBlocks(toParts(block["content"], "content", writer), writer);
    writer.addResult({ callId: block["tool_use_id"], content, isError: block["is_error"] === true });
  }
  addUserParts(said, writer);
}

function readReply(blocks: readonly Part[], writer: TranscriptWriter): void {
  const calls: ToolCall[] = [];
  const others: Part[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block["type"] !== "tool_use") others.push(block);
    else calls.push(writer.toCall(block["id"], block["name"], block["input"], `content/${at}`));
  }
  writer.addReply(toText(others, writer), calls);
}

/** Tools that were added by value or taken away; a reference says nothing that a history could keep. */
function readSystem(blocks: readonly Part[], writer: TranscriptWriter): void {
  const added: ToolDefinition[] = [];
  const removed: string[] = [];
  for (const { type, tool } of blocks) {
    const { definition, name } = isRecord(tool) ? tool : {};
    const known = type === "tool_addition" ? toDefinition(definition) : undefined;
    if (known !== undefined) added.push(known);
    else if (type === "tool_removal" && typeof name === "string") removed.push(name);
    else writer.skip(type === "text" ? "system" : type);
  }
  if (added.length + removed.length > 0) writer.add({ role: "tool-change", added, removed });
}

function toDefinition(value: unknown): ToolDefinition | undefined {
  if (!isRecord(value)) return undefined;
  const { name, description = "", input_schema: inputSchema } = value;
  if (typeof name !== "string" || typeof description !== "string" || !isRecord(inputSchema)) return undefined;
  return { name, description, inputSchema };
}
