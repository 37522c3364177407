import type { LoadRequest } from "../../meta/meta-request.ts";
import { callsThrough, callThrough, isBridged } from "../call-through.ts";
import type { Dialect, DialectIssue, DialectTool } from "../dialect.ts";
import { invalidArgument, isDeferring, READ_ONLY } from "../meta-tool.ts";
import { renderNews } from "../render-news.ts";
import { renderReminder } from "../render-reminder.ts";
import { type RenderSummary, renderSummary, toSummaryInput } from "./deferred-summary.ts";
import { toMcpWireName } from "./mcp-wire-name.ts";
import { MOST_NAMES, readNames } from "./read-names.ts";
import { renderLookup } from "./render-lookup.ts";
import { TOOL_SEARCH } from "./tool-search.ts";

/** What the dialect can be told. */
export interface SearchOptions {
  /** Words the list of deferred tools for the prompt section, in whatever language; English if absent. */
  readonly summary?: RenderSummary;
}

const MOST_OFFERED = 5;

const TOOLS: readonly DialectTool[] = [
  {
    definition: TOOL_SEARCH,
    annotations: READ_ONLY,
    reveals: true,
    isOffered: isDeferring,
    toRequest: readSearch,
  },
  callThrough,
];

/**
 * One meta-tool, `tool_search`: it looks a deferred tool up by its exact name, and the tool is callable from the next
 * step on. The prompt section lists what there is; tools of MCP servers are called `mcp__server__tool`.
 */
export function search({ summary = renderSummary }: SearchOptions = {}): Dialect {
  return {
    name: "search",
    strategies: ["append", "native", "transcript"],
    gate: "strict",
    tools: TOOLS,
    render: { load: renderLookup },
    protectedTools: ["tool_call", "tool_search"],
    wireNameOf: toMcpWireName,
    renderNews: (news, offer) => renderNews(news, isDeferring(offer) ? "tool_search" : undefined),
    renderPreview(preview) {
      const { tools, omitted } = toSummaryInput(preview);
      return preview.groups.length === 0 ? "" : summary(tools, omitted);
    },
    renderReminder,
    renderPrompt: (offer) =>
      isBridged(offer) ? "A tool that you have looked up with tool_search is called through tool_call." : "",
    nextCalls: (offer, isInArray) => ({
      find: isDeferring(offer) ? "tool_search" : undefined,
      load: isDeferring(offer) ? toLookup : undefined,
      ...callsThrough(offer, isInArray),
    }),
  };
}

function toLookup(wireName: string): string {
  return `tool_search({"query":"${wireName}"})`;
}

function readSearch({ query }: Readonly<Record<string, unknown>>): LoadRequest | DialectIssue {
  const text = String(query);
  const names = readNames(text);
  if (names.length === 0) {
    return invalidArgument("/query", 'Give the name of a tool: {"query":"mcp__github__list_issues"}.');
  }
  if (names.length > MOST_NAMES)
    return invalidArgument("/query", `Give at most ${MOST_NAMES} names at once.`);
  return {
    operation: "load",
    names,
    otherwise: {
      operation: "find",
      queries: [text],
      limit: MOST_OFFERED,
      includeLoaded: true,
      load: false,
    },
  };
}
