import type { CallAnswer } from "@plimsoll/core";

/** The words of a call's result, for a framework that takes a tool's output as a text. */
export function textOf({ result }: CallAnswer): string {
  const blocks = result?.content ?? [];
  return blocks.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}
