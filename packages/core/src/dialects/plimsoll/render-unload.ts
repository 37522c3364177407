import type { UnloadAnswer } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { quoteName } from "./render-refusals.ts";

/** What was given back, and the names that were not loaded. */
export function renderUnload({ unloaded, notLoaded }: UnloadAnswer): ToolResult {
  const names = unloaded.map(({ wireName }) => wireName);
  const lines = [
    ...(names.length === 0 ? [] : [`Unloaded: ${names.join(", ")}. Load them again before the next call.`]),
    ...(notLoaded.length === 0 ? [] : [`Not loaded: ${notLoaded.map(quoteName).join(", ")}.`]),
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: { unloaded: names, notLoaded },
    ...(names.length === 0 ? { isError: true } : {}),
  };
}
