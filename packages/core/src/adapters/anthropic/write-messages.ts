import type { SentMessage, SentResult, ToolChangeMessage } from "../../activation/message.ts";
import type { OpeningRecord } from "../../activation/record.ts";
import type {
  AnthropicResultBlock,
  AnthropicToolChange,
  AnthropicToolName,
  AnthropicUserMessage,
} from "./messages.ts";
import { toResultContent } from "./to-result-content.ts";
import { toTool } from "./to-tool.ts";

/**
 * Writes what Plimsoll appends. The results of a batch are one message; a text is a message of its own, so that it is
 * found again as it was written: the API makes one turn of user messages that follow each other.
 */
export function writeMessages(
  entries: readonly SentMessage[],
  opening: OpeningRecord,
): (AnthropicUserMessage | AnthropicToolChange)[] {
  const messages: (AnthropicUserMessage | AnthropicToolChange)[] = [];
  let results: AnthropicResultBlock[] = [];
  const endBatch = (): void => {
    if (results.length > 0) messages.push({ role: "user", content: results });
    results = [];
  };
  for (const entry of entries) {
    if (entry.role === "tool") {
      results.push(toResult(entry));
      continue;
    }
    endBatch();
    if (entry.role === "tool-change") messages.push(toSystem(entry, opening));
    else if (entry.role !== "assistant" && entry.text.trim() !== "") {
      messages.push({ role: "user", content: entry.text });
    }
  }
  endBatch();
  return messages;
}

function toResult({ callId, content, isError, reveals }: SentResult): AnthropicResultBlock {
  const blocks = reveals?.map(({ name }) => ({ type: "tool_reference" as const, tool_name: name }));
  const said = blocks ?? toResultContent(content);
  return {
    type: "tool_result",
    tool_use_id: callId,
    ...(said.length === 0 ? {} : { content: said }),
    ...(isError === true ? { is_error: true } : {}),
  };
}

/** Where the record declares every deferred tool, a name is enough. */
function toSystem({ added, removed }: ToolChangeMessage, { deferred }: OpeningRecord): AnthropicToolChange {
  const additions = added.map((definition) => ({
    type: "tool_addition" as const,
    tool:
      deferred === undefined
        ? { type: "tool_definition" as const, definition: toTool(definition) }
        : named(definition.name),
  }));
  const removals = removed.map((name) => ({ type: "tool_removal" as const, tool: named(name) }));
  return { role: "system", content: [...additions, ...removals] };
}

function named(name: string): AnthropicToolName {
  return { type: "tool_reference", name };
}
