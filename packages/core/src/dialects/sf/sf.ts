import type { FindRequest } from "../../meta/meta-request.ts";
import { callsThrough, callThrough, isBridged } from "../call-through.ts";
import type { Dialect, DialectIssue, DialectTool, Offer } from "../dialect.ts";
import { invalidArgument, isDeferring, MORE_TOOLS, READ_ONLY } from "../meta-tool.ts";
import { renderPreview } from "../plimsoll/render-preview.ts";
import { renderNews } from "../render-news.ts";
import { renderReminder } from "../render-reminder.ts";
import { SEARCH_DEFINITION } from "./definition.ts";
import { renderSearch } from "./render-search.ts";

const DEFAULT_LIMIT = 5;
const SEARCH = SEARCH_DEFINITION.name;

const TOOLS: readonly DialectTool[] = [
  {
    definition: SEARCH_DEFINITION,
    annotations: READ_ONLY,
    carriesPreview: true,
    reveals: true,
    isOffered: () => true,
    toRequest: readSearch,
  },
  callThrough,
];

/** One search that loads what it finds: the design of a manifest with eager and lazy tools. */
export const sf: Dialect = {
  name: "sf",
  strategies: ["append", "native", "transcript", "bridge"],
  gate: "open",
  alwaysDefers: true,
  postponesSources: true,
  tools: TOOLS,
  render: { find: renderSearch },
  protectedTools: [SEARCH, "tool_call"],
  renderNews: (news) => renderNews(news, `${SEARCH}, domain "mcp"`),
  renderPreview,
  renderReminder,
  renderPrompt: (offer) => (isDeferring(offer) ? promptFor(offer) : ""),
  nextCalls: (offer, isInArray) => ({
    find: SEARCH,
    load: (wireName) => `${SEARCH}({"query":"${wireName}","limit":1})`,
    ...callsThrough(offer, isInArray),
  }),
};

function promptFor(offer: Offer): string {
  return [
    MORE_TOOLS,
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
    return invalidArgument("/query", 'Say what to search for: {"query":"related memory records"}.');
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
