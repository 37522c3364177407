import { isRecord } from "../../internal/is-record.ts";

/** A block of a message: nothing of it has been checked. */
export type Block = Readonly<Record<string, unknown>>;

/** The blocks of a content: a text is one, what is no block is none. */
export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** The names that blocks refer to with `tool_reference`. */
export function referencesIn(content: unknown): string[] {
  return blocksOf(content).flatMap(({ type, tool_name: name }) =>
    type === "tool_reference" && typeof name === "string" ? name : [],
  );
}

/** What Anthropic's own search found, of a block that holds its result. */
export function foundBy({ type, content }: Block): readonly string[] {
  if (type !== "tool_search_tool_result" || !isRecord(content)) return [];
  return referencesIn(content["tool_references"]);
}

/** Whether a block adds a tool inside the messages, or takes one away. */
export function isToolChange({ type }: Block): boolean {
  return type === "tool_addition" || type === "tool_removal";
}
