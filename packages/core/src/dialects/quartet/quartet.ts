import type { ActiveRequest, DescribeRequest, FindRequest, LoadRequest } from "../../meta/meta-request.ts";
import { callsThrough, callThrough, isBridged } from "../call-through.ts";
import type { Dialect, DialectIssue, DialectTool } from "../dialect.ts";
import { invalidArgument, isDeferring, READ_ONLY } from "../meta-tool.ts";
import { renderNews } from "../render-news.ts";
import { renderReminder } from "../render-reminder.ts";
import { DEFINITIONS } from "./definitions.ts";
import { renderActive } from "./render-active.ts";
import { renderDescribe } from "./render-describe.ts";
import { renderFind } from "./render-find.ts";
import { renderLoad } from "./render-load.ts";

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 25;
const MAX_NAMES = 20;

const TOOLS: readonly DialectTool[] = [
  {
    definition: DEFINITIONS.tool_find,
    annotations: READ_ONLY,
    isOffered: isDeferring,
    toRequest: readFind,
  },
  {
    definition: DEFINITIONS.tool_describe,
    annotations: READ_ONLY,
    isOffered: isDeferring,
    toRequest: ({ name }): DescribeRequest => ({ operation: "describe", names: [String(name)] }),
  },
  {
    definition: DEFINITIONS.tool_load,
    annotations: READ_ONLY,
    reveals: true,
    isOffered: isDeferring,
    toRequest: readLoad,
  },
  {
    definition: DEFINITIONS.tool_active,
    annotations: READ_ONLY,
    isOffered: isDeferring,
    toRequest: (): ActiveRequest => ({ operation: "active" }),
  },
  callThrough,
];

/**
 * Four tools and nothing else at the start: find, describe, load, active. What is loaded joins the array and stays;
 * there is no unload. The prompt section is empty and has no preview, so that the four are all there is to pay for.
 */
export const quartet: Dialect = {
  name: "quartet",
  strategies: ["append", "native", "transcript", "bridge"],
  gate: "open",
  tools: TOOLS,
  render: { find: renderFind, describe: renderDescribe, load: renderLoad, active: renderActive },
  protectedTools: ["tool_call", "tool_load"],
  renderNews: (news, offer) => renderNews(news, isDeferring(offer) ? "tool_find" : undefined),
  renderReminder,
  renderPreview: () => "",
  renderPrompt: (offer) => (isBridged(offer) ? BRIDGED : ""),
  nextCalls: (offer, isInArray) => ({
    find: isDeferring(offer) ? "tool_find" : undefined,
    load: isDeferring(offer) ? (wireName) => `tool_load({"names":["${wireName}"]})` : undefined,
    ...callsThrough(offer, isInArray),
  }),
};

/** The array cannot grow here, which is the one thing that the four definitions do not say. */
const BRIDGED =
  "Tools that you load with tool_load do not join the list: tool_load answers with their schemas, and you call them with tool_call.";

// The limits are checked here and not by the schemas: as keywords they would cost 20 tokens in every step.
function readFind({ query, limit }: Readonly<Record<string, unknown>>): FindRequest | DialectIssue {
  if (typeof query !== "string" || query.trim() === "") {
    return invalidArgument("/query", 'Say what to search for: {"query":"validate spec"}.');
  }
  const asked = typeof limit === "number" ? limit : DEFAULT_LIMIT;
  if (asked < 1 || asked > MAX_LIMIT)
    return invalidArgument("/limit", `Ask for 1 to ${MAX_LIMIT}, not ${asked}.`);
  return { operation: "find", queries: [query], limit: asked, includeLoaded: true, load: false };
}

function readLoad({ names }: Readonly<Record<string, unknown>>): LoadRequest | DialectIssue {
  const asked = Array.isArray(names) ? names.map(String) : [];
  if (asked.length < 1 || asked.length > MAX_NAMES) {
    return invalidArgument("/names", `Name 1 to ${MAX_NAMES} tools at once, not ${asked.length}.`);
  }
  return { operation: "load", names: asked };
}
