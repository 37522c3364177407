import type { Preview, PreviewGroup } from "../../surface/preview.ts";
import { toSearchHint } from "./search-hint.ts";

/** A deferred tool as the prompt section lists it. */
export interface DeferredTool {
  /** The name to look it up by. */
  readonly name: string;
  /** Its server's id, or its domain. */
  readonly group: string;
  /** Absent where there is no room for it. */
  readonly hint?: string;
}

/** How many deferred tools of a server, or of a domain, there was no room for. */
export interface OmittedTools {
  readonly group: string;
  readonly tools: number;
}

/**
 * Words the list of deferred tools for the prompt section.
 *
 * Contract:
 * - Pure: it is asked again and again, with more and more tools, until the room for the preview is full.
 * - It says every name it is given, and no tool that it is not given.
 */
export type RenderSummary = (tools: readonly DeferredTool[], omitted: readonly OmittedTools[]) => string;

/** The list in English. */
export const renderSummary: RenderSummary = (tools, omitted) => {
  const rest = omitted.map(({ group, tools: count }) => `${group} (${count})`).join(", ");
  return [
    "These tools are available, but have to be looked up with tool_search, by name, before you can call them:",
    ...tools.map(({ name, hint }) => (hint === undefined ? `- ${name}` : `- ${name}: ${hint}`)),
    ...(rest === "" ? [] : [`There are more, of: ${rest}. Say to tool_search what you need, to see names.`]),
  ].join("\n");
};

/** What a preview has room for, as the list is given it. */
export function toSummaryInput({ groups }: Preview): {
  readonly tools: readonly DeferredTool[];
  readonly omitted: readonly OmittedTools[];
} {
  return {
    tools: groups.flatMap(toDeferred),
    omitted: groups
      .filter(({ tools, names }) => names < tools.length)
      .map(({ id, tools, names }) => ({ group: id, tools: tools.length - names })),
  };
}

function toDeferred({ id, tools, names, cards }: PreviewGroup): DeferredTool[] {
  return tools.slice(0, names).map((entry, at) => ({
    name: entry.wireName,
    group: id,
    ...(at < cards ? { hint: toSearchHint(entry) } : {}),
  }));
}
