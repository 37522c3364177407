import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import type { LoadAnswer, Refusal } from "../../meta/meta-answer.ts";
import type { MetaContext } from "../../meta/meta-context.ts";
import { guidanceOf } from "../../surface/guidance.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderDefinition } from "../plimsoll/render-describe.ts";
import { renderOmitted, renderRefusal } from "../plimsoll/render-refusals.ts";

/**
 * What is active from the next step on, what was active before, and what was not found. The schemas come with the next
 * step's array, as in the design; only where the array cannot grow are they told here.
 */
export function renderLoad(
  { loaded, already, omitted, refused }: LoadAnswer,
  _next: NextCalls,
  { activation }: MetaContext,
): ToolResult {
  const isBridged = (activation.opening?.strategy ?? "bridge") === "bridge";
  const told = loaded.map((entry) =>
    [...(isBridged ? [renderDefinition(entry)] : []), ...guidanceOf(entry)].join("\n"),
  );
  const then = isBridged ? " Call them with tool_call." : "";
  const parts = [
    ...(loaded.length === 0 ? [] : [`Active from the next step on: ${toNames(loaded).join(", ")}.${then}`]),
    ...(already.length === 0 ? [] : [`Active already: ${toNames(already).join(", ")}.`]),
    ...told.filter((text) => text !== ""),
    ...renderOmitted(omitted),
    ...refused.map(renderRefusal),
  ];
  return {
    content: [{ type: "text", text: parts.join("\n") }],
    structuredContent: {
      loaded: toNames(loaded),
      already: toNames(already),
      omitted: toNames(omitted),
      unknown: refused.map(toUnknown),
      ...(isBridged ? { tools: loaded.map(({ definition }) => definition) } : {}),
    },
    ...(loaded.length + already.length === 0 ? { isError: true } : {}),
  };
}

function toNames(entries: readonly CatalogEntry[]): string[] {
  return entries.map(({ wireName }) => wireName);
}

function toUnknown({ name, replacement, nearest }: Refusal) {
  return { name, nearest: replacement === undefined ? toNames(nearest) : [replacement] };
}
