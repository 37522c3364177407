import { defined } from "../internal/defined.ts";
import { foldText } from "../internal/fold-text.ts";
import { sha256Base32 } from "../internal/hash.ts";
import { inTime } from "../internal/in-time.ts";
import type { SearchAnswer, SearchRequest, SearchView } from "../search/search-index.ts";
import type { FindAnswer, FoundGroup, FoundTool, NearestDomain } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { FindRequest } from "./meta-request.ts";
import { findRetiredTwin } from "./retired-twin.ts";
import { loadEntries } from "./tool-load.ts";

/** Searches the permitted catalog, each query on its own. A tool is shown once, under the first query that finds it. */
export async function findTools(request: FindRequest, context: MetaContext): Promise<FindAnswer> {
  const { queries, limit, domain } = request;
  const { loaded, opening } = context.activation;
  const leftOut = loaded.length + (request.includeHead === false ? (opening?.tools.length ?? 0) : 0);
  const answers = await Promise.all(
    queries.map((text) =>
      searchInTime(
        {
          text,
          limit: limit + leftOut,
          view: narrowed(request, context),
          ...defined({ domain }),
        },
        context,
      ),
    ),
  );
  const seen = new Set<string>();
  const groups = answers.map((answer, at) => toGroup(queries[at] ?? "", answer, seen, request, context));
  const matches = groups.flatMap((group) => group.matches);
  const load = request.load
    ? loadEntries(
        matches.map(({ entry }) => entry),
        context,
      )
    : undefined;
  return { operation: "find", queries, matches, groups, load };
}

/** An index of the host's own may wait for others, and for ever. Throws where there is no answer. */
async function searchInTime(request: SearchRequest, context: MetaContext): Promise<SearchAnswer> {
  const found = await inTime(() => context.index.search(request), context);
  if (found.type === "done") return found.value;
  throw new Error(
    found.type === "cancelled"
      ? "the search was cancelled."
      : `the search did not answer within ${context.timeoutMs / 1000} seconds.`,
  );
}

/** The asker's view, or what it has of one kind of sources. */
function narrowed({ sourceKind }: FindRequest, { view }: MetaContext): SearchView {
  if (sourceKind === undefined) return view;
  const isOfKind = (name: string): boolean => view.snapshot.get(name)?.source.kind === sourceKind;
  return { permits: (name) => isOfKind(name) && view.permits(name) };
}

function toGroup(
  query: string,
  { matches, suggestions, nearestDomains }: SearchAnswer,
  seen: Set<string>,
  { limit, includeLoaded, includeHead = true }: FindRequest,
  context: MetaContext,
): FoundGroup {
  const { snapshot } = context.view;
  const twin = findRetiredTwin(query, context);
  const fitting = matches.flatMap(({ name, score }): FoundTool[] => {
    const entry = snapshot.get(name);
    if (entry === undefined) return [];
    const retired = twin?.entry === entry ? { retiredName: twin.name } : {};
    return [{ entry, score, exposure: exposureOf(entry, context), ...retired }];
  });
  const isWanted = ({ exposure, retiredName }: FoundTool): boolean =>
    retiredName !== undefined ||
    ((includeLoaded || exposure !== "loaded") && (includeHead || exposure !== "head"));
  const found = fitting.filter(isWanted).slice(0, limit);
  const fresh = found.filter(({ entry }) => !seen.has(entry.name));
  const also = found.filter(({ entry }) => seen.has(entry.name)).map(({ entry }) => entry);
  for (const { entry } of fresh) seen.add(entry.name);
  const fingerprint = sha256Base32(JSON.stringify(found.map(({ entry }) => entry.name)), 10);
  return {
    query,
    matches: fresh,
    also,
    there: fitting.flatMap((match) => (isWanted(match) ? [] : match.entry)).slice(0, limit),
    nearest: found.length > 0 ? [] : toNearest(nearestDomains, context),
    suggestions: suggestions.flatMap((name) => snapshot.get(name) ?? []),
    fingerprint,
    askedBefore: countAsked(query, fingerprint, context),
  };
}

function toNearest(domains: readonly string[], { view }: MetaContext): NearestDomain[] {
  if (domains.length === 0) return [];
  const sources = new Map(domains.map((domain) => [domain, new Set<string>()]));
  for (const entry of view.snapshot.entries()) {
    const known = sources.get(entry.domain);
    if (known !== undefined && !known.has(entry.source.id) && view.ask(entry).find)
      known.add(entry.source.id);
  }
  return domains.map((domain) => ({ domain, sources: [...(sources.get(domain) ?? [])] }));
}

function countAsked(
  query: string,
  fingerprint: string,
  { activation: { searches, turn } }: MetaContext,
): number {
  const asked = foldText(query);
  return searches.filter(
    (search) => search.turn === turn && search.found === fingerprint && foldText(search.query) === asked,
  ).length;
}
