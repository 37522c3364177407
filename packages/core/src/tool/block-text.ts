import type { ContentBlock } from "./content.ts";

/** The words of a block that a model reads: a text, or the text of an embedded resource. */
export function textOf(block: ContentBlock): string | undefined {
  if (block.type === "text") return block.text;
  return block.type === "resource" ? block.resource.text : undefined;
}

/** The words of all blocks, each on lines of its own. */
export function wordsOf(content: readonly ContentBlock[]): string {
  return content.map((block) => textOf(block) ?? "").join("\n");
}

/** The same block with other words: whatever else it carries stays with it. */
export function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === "text") return { ...block, text };
  return block.type === "resource" ? { ...block, resource: { ...block.resource, text } } : block;
}
