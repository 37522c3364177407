import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import type { LoadAnswer } from "../../meta/meta-answer.ts";
import { guidanceOf } from "../../surface/guidance.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderDefinition, toData } from "./render-describe.ts";
import { renderOmitted, renderRefusal, toRefusalData } from "./render-refusals.ts";

/** What is callable from the next step on, with all there is to know of it; then what was not loaded, and why. */
export function renderLoad({ loaded, already, omitted, refused }: LoadAnswer): ToolResult {
  const names = (entries: readonly CatalogEntry[]): string[] => entries.map(({ wireName }) => wireName);
  const parts = [
    ...(loaded.length === 0 ? [] : [`Callable from the next step on: ${names(loaded).join(", ")}.`]),
    ...(already.length === 0 ? [] : [`Callable already: ${names(already).join(", ")}.`]),
    // A lazy tool's guidance is told here, and nowhere before.
    ...loaded.map((entry) => [renderDefinition(entry), ...guidanceOf(entry)].join("\n")),
    ...renderOmitted(omitted),
    ...refused.map(renderRefusal),
  ];
  return {
    content: [{ type: "text", text: parts.join("\n\n") }],
    structuredContent: {
      loaded: loaded.map(toData),
      already: names(already),
      omitted: names(omitted),
      refused: refused.map(toRefusalData),
    },
    ...(loaded.length + already.length === 0 ? { isError: true } : {}),
  };
}
