import type { NextCalls } from "../../call/next-calls.ts";
import type {
  ActiveRequest,
  DescribeRequest,
  FindRequest,
  LoadRequest,
  UnloadRequest,
} from "../../meta/meta-request.ts";
import { callThrough, readCall, sayCall, sayRead, withoutInner } from "../call-through.ts";
import type { Dialect, DialectIssue, DialectTool, Offer } from "../dialect.ts";
import { invalidArgument, isDeferring, MORE_TOOLS, READ_ONLY } from "../meta-tool.ts";
import { renderNews } from "../render-news.ts";
import { renderReminder } from "../render-reminder.ts";
import { DEFINITIONS, FIND_AND_LOAD } from "./definitions.ts";
import { renderActive } from "./render-active.ts";
import { renderDescribe } from "./render-describe.ts";
import { renderFind } from "./render-find.ts";
import { renderFound } from "./render-found.ts";
import { renderLoad } from "./render-load.ts";
import { renderPreview } from "./render-preview.ts";
import { renderUnload } from "./render-unload.ts";

const DEFAULT_LIMIT = 5;
const MAX_QUERIES = 8;

const isGrowing = (offer: Offer): boolean => isDeferring(offer) && offer.strategy !== "bridge";
/** The provider shows what was found, schemas and all: to find is to load. */
const isRevealing = ({ strategy }: Offer): boolean => strategy === "native";

const TOOLS: readonly DialectTool[] = [
  {
    definition: DEFINITIONS.tool_find,
    annotations: READ_ONLY,
    isOffered: (offer) => isDeferring(offer) && !isRevealing(offer),
    toRequest: readFind,
  },
  {
    definition: FIND_AND_LOAD,
    annotations: READ_ONLY,
    reveals: true,
    isOffered: isRevealing,
    toRequest: (input) => {
      const read = readFind(input);
      return read.operation === "find" ? { ...read, load: true } : read;
    },
  },
  {
    definition: DEFINITIONS.tool_describe,
    annotations: READ_ONLY,
    isOffered: isDeferring,
    toRequest: ({ names }): DescribeRequest => ({ operation: "describe", names: toStrings(names) }),
  },
  {
    definition: DEFINITIONS.tool_load,
    annotations: READ_ONLY,
    isOffered: isLoading,
    toRequest: ({ names }): LoadRequest => ({ operation: "load", names: toStrings(names) }),
  },
  {
    definition: DEFINITIONS.tool_unload,
    annotations: READ_ONLY,
    isOffered: isGrowing,
    toRequest: ({ names }): UnloadRequest => ({ operation: "unload", names: toStrings(names) }),
  },
  {
    definition: DEFINITIONS.tool_active,
    annotations: READ_ONLY,
    isOffered: isGrowing,
    toRequest: (): ActiveRequest => ({ operation: "active" }),
  },
  {
    definition: DEFINITIONS.tool_read,
    annotations: { readOnlyHint: true, openWorldHint: true },
    isForGateways: true,
    isOffered: isDeferring,
    toChecked: withoutInner,
    toRequest: (input) => readCall(input, { readOnly: true }),
  },
  { ...callThrough, isOffered: isDeferring },
];

/** Plimsoll's own names and shapes. */
export const plimsoll: Dialect = {
  name: "plimsoll",
  strategies: ["transcript", "native", "bridge", "append"],
  gate: "open",
  tools: TOOLS,
  render: {
    find: (answer, next, context) =>
      (answer.load === undefined ? renderFind : renderFound)(answer, next, context),
    describe: renderDescribe,
    load: renderLoad,
    unload: renderUnload,
    active: renderActive,
  },
  protectedTools: ["tool_call", "tool_find", "tool_load", "tool_read", "tool_unload"],
  renderNews: (news, offer) => renderNews(news, isDeferring(offer) ? "tool_find" : undefined),
  renderPreview,
  renderReminder,
  renderPrompt: (offer) => (isDeferring(offer) ? promptFor(offer) : ""),
  nextCalls: (offer, isInArray) => ({
    find: isDeferring(offer) ? "tool_find" : undefined,
    load: toLoad(offer),
    call: (wireName, argumentsJson) =>
      isInArray(wireName) || !isDeferring(offer)
        ? `${wireName}(${argumentsJson})`
        : sayCall(wireName, argumentsJson),
    read: isDeferring(offer) ? sayRead : undefined,
  }),
};

/** Loading is of use where the model is given more by it, and where nothing may be called without it. */
function isLoading(offer: Offer): boolean {
  if (isRevealing(offer)) return false;
  return isGrowing(offer) || (isDeferring(offer) && offer.gate === "strict");
}

function toLoad(offer: Offer): NextCalls["load"] {
  if (isRevealing(offer)) return (wireName) => `tool_find({"query":"${wireName}","limit":1})`;
  return isLoading(offer) ? (wireName) => `tool_load({"names":["${wireName}"]})` : undefined;
}

function promptFor(offer: Offer): string {
  return [MORE_TOOLS, howToReach(offer)].join("\n");
}

function howToReach(offer: Offer): string {
  if (isRevealing(offer)) {
    return "search for it, which loads what fits, and from the next step on call it by its own name.";
  }
  if (isGrowing(offer)) {
    return "search with tool_find, load what fits with tool_load, and from the next step on call it by its own name.";
  }
  return offer.gate === "strict"
    ? "search with tool_find, load what fits with tool_load, and in the next step call it with tool_call."
    : "search with tool_find, read a schema with tool_describe where the signature is not enough, then call the tool with tool_call.";
}

function readFind({
  query,
  queries,
  domain,
  limit,
  include_loaded,
}: Readonly<Record<string, unknown>>): FindRequest | DialectIssue {
  const asked = [...(typeof query === "string" ? [query] : []), ...toStrings(queries)].filter(
    (text) => text.trim() !== "",
  );
  if (asked.length > MAX_QUERIES) {
    const message = `Ask at most ${MAX_QUERIES} at once, not ${asked.length}.`;
    return invalidArgument("/queries", message);
  }
  if (asked.length === 0) {
    const message = 'Say what to search for: {"query":"open an issue"}.';
    return invalidArgument("/query", message);
  }
  return {
    operation: "find",
    queries: asked,
    ...(typeof domain === "string" && domain !== "" ? { domain } : {}),
    limit: typeof limit === "number" ? limit : DEFAULT_LIMIT,
    includeLoaded: include_loaded !== false,
    load: false,
  };
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
