import { takeWithin } from "../../internal/take-within.ts";
import type { ActiveAnswer } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

/** About 1,500 tokens. */
const MAX_CHARACTERS = 6_000;

/** What is loaded, with what each costs and all together. */
export function renderActive({ loaded }: ActiveAnswer): ToolResult {
  const tools = loaded.map(({ entry, tokens }) => ({ name: entry.wireName, tokens }));
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const lines = tools.map(({ name, tokens }) => `${name}: ${tokens} tokens`);
  const { taken, left } = takeWithin(lines, MAX_CHARACTERS, (line) => line.length);
  const text = [
    tools.length === 0 ? "Nothing is loaded." : `${tools.length} loaded, ${total} tokens:`,
    ...taken,
    ...(left.length === 0 ? [] : [`and ${left.length} more.`]),
  ].join("\n");
  return { content: [{ type: "text", text }], structuredContent: { loaded: tools, tokens: total } };
}
