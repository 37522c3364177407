import type { ToolCall, ToolChangeMessage, UserMessage } from "../../activation/message.ts";
import type { OpeningRecord } from "../../activation/record.ts";
import { PlimsollError } from "../../errors.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ContentBlock } from "../../tool/content.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { ReadEntry } from "../adapter.ts";
import { type Block, blocksOf, foundBy } from "./blocks-of.ts";
import type { AnthropicMessage } from "./messages.ts";

/**
 * Reads messages as entries, the host's own too. What a host has there beside texts, calls, results and tool changes
 * (thinking, documents, what the provider ran itself) is not looked at, and a message of nothing else is a turn all the
 * same.
 */
export function readMessages(
  messages: readonly AnthropicMessage[],
  opening: OpeningRecord | undefined,
): readonly ReadEntry[] {
  const names = new Map<string, string>();
  const declared = new Map(
    opening?.deferred?.flatMap(({ definition }) =>
      definition === undefined ? [] : [[definition.name, definition] as const],
    ),
  );
  return messages.flatMap((message, at): readonly ReadEntry[] => {
    const { role, content } = isRecord(message) ? message : {};
    const blocks = blocksOf(content);
    switch (role) {
      case "user":
        return readUser(blocks, at, names);
      case "assistant":
        return [readReply(blocks, at, names)];
      case "system":
        return readChange(blocks, declared).map((entry) => ({ entry, at }));
      default:
        throw notAMessage(at, role);
    }
  });
}

function readUser(blocks: readonly Block[], at: number, names: ReadonlyMap<string, string>): ReadEntry[] {
  const results = blocks.filter(({ type }) => type === "tool_result");
  const said = blocks.filter(({ type }) => type !== "tool_result");
  const entries = results.flatMap(({ tool_use_id: callId, content, is_error }): ReadEntry[] => {
    const name = typeof callId === "string" ? names.get(callId) : undefined;
    if (typeof callId !== "string" || name === undefined) return [];
    const read = { role: "tool" as const, callId, name, content: toContent(blocksOf(content)) };
    return [{ entry: is_error === true ? { ...read, isError: true } : read, at }];
  });
  return results.length > 0 && said.length === 0 ? entries : [...entries, { entry: toUser(said), at }];
}

function toUser(blocks: readonly Block[]): UserMessage {
  const content = toContent(blocks);
  const attachments = content.filter(({ type }) => type !== "text");
  return {
    role: "user",
    text: textOf(content),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function readReply(blocks: readonly Block[], at: number, names: Map<string, string>): ReadEntry {
  const calls = callsIn(blocks);
  for (const { id, name } of calls) names.set(id, name);
  const text = textOf(toContent(blocks));
  const key = searchKeyOf(blocks);
  return {
    entry: { role: "assistant", ...(text === "" ? {} : { text }), calls },
    at,
    ...(key === undefined ? {} : { key }),
  };
}

/** The calls of a reply that are not run by the provider itself. */
export function callsIn(blocks: readonly Block[]): ToolCall[] {
  return blocks.flatMap(({ type, id, name, input }) =>
    type === "tool_use" && typeof id === "string" && typeof name === "string"
      ? { id, name, arguments: input }
      : [],
  );
}

/** A message has no id once it stands among others: a reply is known by the first search in it that found something. */
export function searchKeyOf(blocks: readonly Block[]): string | undefined {
  const id = blocks.find((block) => foundBy(block).length > 0)?.["tool_use_id"];
  return typeof id === "string" ? id : undefined;
}

/** The words of blocks. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n");
}

/** Words and pictures, as blocks of the history. */
export function toContent(blocks: readonly Block[]): ContentBlock[] {
  return blocks.flatMap(({ type, text, source }): ContentBlock[] => {
    if (type === "text" && typeof text === "string") return [{ type, text }];
    const { data, media_type: mimeType } = isRecord(source) ? source : {};
    if (type !== "image" || typeof data !== "string" || typeof mimeType !== "string") return [];
    return [{ type, data, mimeType }];
  });
}

/** What the host itself adds by a name that Plimsoll did not declare is the host's own. */
function readChange(
  blocks: readonly Block[],
  declared: ReadonlyMap<string, ToolDefinition>,
): ToolChangeMessage[] {
  const added: ToolDefinition[] = [];
  const removed: string[] = [];
  for (const { type, tool } of blocks) {
    const { definition, name } = isRecord(tool) ? tool : {};
    if (type === "tool_removal" && typeof name === "string") removed.push(name);
    if (type !== "tool_addition") continue;
    const known = typeof name === "string" ? declared.get(name) : toDefinition(definition);
    if (known !== undefined) added.push(known);
  }
  return added.length + removed.length === 0 ? [] : [{ role: "tool-change", added, removed }];
}

function toDefinition(value: unknown): ToolDefinition | undefined {
  if (!isRecord(value)) return undefined;
  const { name, description, input_schema: inputSchema } = value;
  if (typeof name !== "string" || !isRecord(inputSchema)) return undefined;
  return { name, description: typeof description === "string" ? description : "", inputSchema };
}

function notAMessage(index: number, role: unknown): PlimsollError<"HISTORY_INVALID"> {
  const reason = `its role is ${JSON.stringify(role)}, not "user", "assistant" or "system"`;
  return new PlimsollError("HISTORY_INVALID", `Message ${index} cannot be read: ${reason}.`, {
    index,
    reason,
  });
}
