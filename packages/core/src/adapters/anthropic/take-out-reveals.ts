import { isRecord } from "../../internal/is-record.ts";
import { type Block, blocksOf, foundBy, isToolChange, referencesIn } from "./blocks-of.ts";
import type { AnthropicMessage } from "./messages.ts";

/**
 * Messages of before an opening record, without what that record does not know: every tool change, which is made anew
 * where it is still meant, and references to tools that are not declared any more, which the API would refuse.
 */
export function takeOutReveals(
  messages: readonly AnthropicMessage[],
  declared: ReadonlySet<string>,
): AnthropicMessage[] {
  return messages.flatMap((message): AnthropicMessage[] => {
    const { role, content } = message;
    if (typeof content === "string" || content === undefined) return [message];
    const blocks = blocksOf(content);
    if (role === "system") {
      const said = blocks.filter((block) => !isToolChange(block));
      if (said.length === blocks.length) return [message];
      return said.length === 0 ? [] : [{ ...message, content: said }];
    }
    if (!blocks.some((block) => isStale(block, declared))) return [message];
    return [{ ...message, content: blocks.map((block) => withoutStale(block, declared)) }];
  });
}

function isStale(block: Block, declared: ReadonlySet<string>): boolean {
  return referencesOf(block).some((name) => !declared.has(name));
}

function referencesOf(block: Block): readonly string[] {
  return block["type"] === "tool_result" ? referencesIn(block["content"]) : foundBy(block);
}

function withoutStale(block: Block, declared: ReadonlySet<string>): Block {
  if (!isStale(block, declared)) return block;
  const { content } = block;
  if (isRecord(content)) {
    const references = blocksOf(content["tool_references"]).filter((one) => !isUndeclared(one, declared));
    return { ...block, content: { ...content, tool_references: references } };
  }
  const kept = blocksOf(content).filter((one) => !isUndeclared(one, declared));
  const names = referencesOf(block).join(", ");
  return { ...block, content: kept.length > 0 ? kept : [{ type: "text", text: `Loaded here: ${names}.` }] };
}

function isUndeclared({ type, tool_name: name }: Block, declared: ReadonlySet<string>): boolean {
  return type === "tool_reference" && typeof name === "string" && !declared.has(name);
}
