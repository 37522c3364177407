import type { ToolCall } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { ReadMessages } from "../transcript.ts";
import { addUserParts, toBlocks, toParts, toText } from "../transcript-parts.ts";
import { type Part, type TranscriptWriter, writeTranscript } from "../transcript-writer.ts";
import { joinName } from "./namespaces.ts";
import { readRemoved } from "./tool-change-items.ts";

/** The items of one reply, until something answers them. */
interface OpenReply {
  origin: number;
  texts: string[];
  calls: ToolCall[];
}

/**
 * Reads the items of OpenAI's Responses API. A reply is several items there: what stands between two answers is one.
 * Searches (`tool_search_call`) name no tool, and what the provider ran itself never comes to a host: both are passed over.
 */
export function readResponsesTranscript(entries: readonly unknown[]): ReadMessages {
  const reply: OpenReply = { origin: 0, texts: [], calls: [] };
  const read = (item: Part, writer: TranscriptWriter): void => {
    if (joinReply(item, reply, writer)) return;
    if (isAnswer(item)) closeReply(reply, writer);
    readAnswer(item, writer);
  };
  return writeTranscript(entries, read, (writer) => closeReply(reply, writer));
}

/** Whether an item is part of a reply; then it has joined the one that is open. */
function joinReply(item: Part, reply: OpenReply, writer: TranscriptWriter): boolean {
  const call = toCall(item, writer);
  const isText = typeOf(item) === "message" && item["role"] === "assistant";
  if (call === undefined && !isText) return false;
  if (reply.texts.length + reply.calls.length === 0) reply.origin = writer.at;
  if (call !== undefined) reply.calls.push(call);
  else reply.texts.push(toText(toParts(item["content"], "content", writer), writer));
  return true;
}

function closeReply(reply: OpenReply, writer: TranscriptWriter): void {
  writer.addReply(reply.texts.join("\n"), reply.calls, reply.origin);
  reply.texts = [];
  reply.calls = [];
}

function isAnswer(item: Part): boolean {
  return ANSWERS.has(typeOf(item));
}

const ANSWERS: ReadonlySet<unknown> = new Set([
  "message",
  "function_call_output",
  "custom_tool_call_output",
  "additional_tools",
]);

function readAnswer(item: Part, writer: TranscriptWriter): void {
  const { role, content, call_id: callId, output, tools } = item;
  const type = typeOf(item);
  if (type === "function_call_output" || type === "custom_tool_call_output") {
    writer.addResult({
      callId,
      content: toBlocks(toParts(output, "output", writer), writer),
      isError: false,
    });
  } else if (type === "additional_tools") {
    writer.add({ role: "tool-change", added: toDefinitions(tools), removed: [] });
  } else if (type !== "message") writer.skip(type);
  else if (role === "user") addUserParts(toParts(content, "content", writer), writer);
  else if (role === "system" || role === "developer") readInstruction(role, content, writer);
  else writer.fail("it is a message of no known role");
}

/** Tools that went are told of in words; no other instruction is part of a history. */
function readInstruction(role: string, content: unknown, writer: TranscriptWriter): void {
  const removed = readRemoved(content);
  if (removed === undefined) writer.skip(role);
  else writer.add({ role: "tool-change", added: [], removed });
}

/** A message may leave its type out. */
function typeOf({ type = "message" }: Part): unknown {
  return type;
}

function toCall(item: Part, writer: TranscriptWriter): ToolCall | undefined {
  const { type, call_id, name, namespace, arguments: sent, input } = item;
  // A custom tool takes a text, and a history's arguments are an object.
  if (type === "custom_tool_call") return writer.toCall(call_id, name, { input }, "name");
  if (type !== "function_call") return undefined;
  return writer.toCall(call_id, typeof name === "string" ? joinName(namespace, name) : name, sent, "name");
}

function toDefinitions(tools: unknown): readonly ToolDefinition[] {
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown): ToolDefinition[] => {
    const { name, description = "", parameters } = isRecord(tool) ? tool : {};
    if (typeof name !== "string" || typeof description !== "string" || !isRecord(parameters)) return [];
    return [{ name, description, inputSchema: parameters }];
  });
}
