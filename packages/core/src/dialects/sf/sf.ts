import { RESULT_NAME } from "../../call/stored-result.ts";
import type { CallThroughRequest, FindRequest } from "../../meta/meta-request.ts";
import type { Dialect, DialectIssue, DialectTool, Offer } from "../dialect.ts";
import { DEFINITIONS } from "../plimsoll/definitions.ts";
import { renderPreview } from "../plimsoll/render-preview.ts";
import { renderReminder } from "../plimsoll/render-reminder.ts";
import { SEARCH_DEFINITION } from "./definition.ts";
import { renderNews } from "./render-news.ts";
import { renderSearch } from "./render-search.ts";

const DEFAULT_LIMIT = 5;
const SEARCH = SEARCH_DEFINITION.name;

const isBridged = ({ strategy }: Offer): boolean => strategy === "bridge";

const TOOLS: readonly DialectTool[] = [
  {
    definition: SEARCH_DEFINITION,
    annotations: { readOnlyHint: true, openWorldHint: false },
    carriesPreview: true,
    isForGateways: false,
    isOffered: () => true,
    toRequest: readSearch,
  },
  {
    definition: DEFINITIONS.tool_call,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    isForGateways: false,
    isOffered: isBridged,
    toRequest: readCall,
  },
];

/** One search that loads what it finds: the design of a manifest with eager and lazy tools. */
export const sf: Dialect = {
  name: "sf",
  strategies: ["append", "native", "transcript", "bridge"],
  gate: "open",
  postponesSources: true,
  tools: TOOLS,
  render: { find: renderSearch },
  protectedTools: [SEARCH, DEFINITIONS.tool_call.name],
  renderNews,
  renderPreview,
  renderReminder,
  renderPrompt: (offer) => (offer.strategy === "all" ? "" : promptFor(offer)),
  nextCalls: (offer, isInArray) => ({
    find: SEARCH,
    load: (wireName) => `${SEARCH}({"query":"${wireName}","limit":1})`,
    call: (wireName, argumentsJson) =>
      isBridged(offer) && !isInArray(wireName)
        ? `tool_call({"name":"${wireName}","arguments":${argumentsJson}})`
        : `${wireName}(${argumentsJson})`,
    read: isBridged(offer)
      ? (handle, page) => `tool_call(${JSON.stringify({ name: RESULT_NAME, arguments: { handle, page } })})`
      : undefined,
  }),
};

function promptFor(offer: Offer): string {
  return [
    "More tools exist than are listed. When none of the listed tools fits, do not give up and do not work around it:",
    isBridged(offer)
      ? `search with ${SEARCH}, which loads what fits, and in the next step call it with tool_call.`
      : `search with ${SEARCH}, which loads what fits, and in the next step call it by its name.`,
  ].join("\n");
}

function readSearch({
  query,
  domain,
  includeLoaded,
  limit,
}: Readonly<Record<string, unknown>>): FindRequest | DialectIssue {
  if (typeof query !== "string" || query.trim() === "") {
    const message = 'Say what to search for: {"query":"related memory records"}.';
    return { operation: "invalid", issues: [{ path: "/query", message }] };
  }
  return {
    operation: "find",
    queries: [query],
    ...toFilter(domain),
    limit: typeof limit === "number" ? limit : DEFAULT_LIMIT,
    includeLoaded: includeLoaded === true,
    includeHead: includeLoaded === true,
    load: true,
  };
}

/** `mcp` is a kind of source, whatever the domains of its tools; `all` is no filter. */
function toFilter(domain: unknown): Pick<FindRequest, "domain" | "sourceKind" | "listSources"> {
  if (domain === "mcp") return { sourceKind: "mcp", listSources: true };
  return typeof domain === "string" && domain !== "all" ? { domain } : {};
}

function readCall({ name, arguments: sent }: Readonly<Record<string, unknown>>): CallThroughRequest {
  return { operation: "call", name: String(name), arguments: sent, readOnly: false };
}
