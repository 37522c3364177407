import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import { takeWithin } from "../../internal/take-within.ts";
import type { FindAnswer, FoundGroup, FoundTool, NearestDomain } from "../../meta/meta-answer.ts";
import type { MetaContext } from "../../meta/meta-context.ts";
import { toSignature } from "../../surface/signature.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

const MAX_SUMMARY = 140;
const MAX_QUERY = 140;
const MAX_ALSO = 3;
/** For the matches; the words around them come on top. The first match is shown whole whatever its size. */
const MAX_TOKENS = 1_250;

/** The tools found, a signature and a line each, query by query, then what to do next. */
export function renderFind(
  answer: FindAnswer,
  next: NextCalls,
  { countTokens }: Pick<MetaContext, "countTokens">,
): ToolResult {
  // In turn, so that no query is left without its best.
  const { taken, left } = takeWithin(inTurn(answer.groups), MAX_TOKENS, (match) =>
    countTokens(renderMatch(match)),
  );
  const isShown = new Set(taken);
  const shown = answer.matches.filter((match) => isShown.has(match));
  const text = [
    ...answer.groups.flatMap((group) => renderGroup(group, isShown, answer.groups.length > 1)),
    ...(left.length > 0
      ? [`${left.length} more left out for length: narrow the search, or ask for fewer.`]
      : []),
    ...(shown.length === 0 ? [] : ["", nextStep(shown, next)]),
  ].join("\n");
  return {
    content: [{ type: "text", text }],
    structuredContent: {
      queries: answer.queries,
      matches: shown.map(toData),
      omitted: left.length,
      noMatch: answer.groups.filter(isEmpty).map(toNoMatch),
    },
  };
}

function renderGroup(group: FoundGroup, isShown: ReadonlySet<FoundTool>, isOneOfMany: boolean): string[] {
  if (isEmpty(group)) return [renderNoMatch(group)];
  const { query, matches, also, askedBefore } = group;
  return [
    ...(isOneOfMany ? [`${quoteQuery(query)}:`] : []),
    ...matches.filter((match) => isShown.has(match)).map(renderMatch),
    ...(also.length === 0 ? [] : [`  and, as above: ${renderAlso(also)}`]),
    ...(askedBefore === 0 ? [] : [ASKED_BEFORE]),
  ];
}

function renderAlso(also: readonly CatalogEntry[]): string {
  const names = also.slice(0, MAX_ALSO).map(({ wireName }) => wireName);
  const more = also.length - names.length;
  return [...names, ...(more === 0 ? [] : [`${more} more`])].join(", ");
}

const ASKED_BEFORE =
  "You have searched for this before, and the answer is the same: use one of these, search with other words, or tell the user that no tool fits.";

/** The best match of each query, then the second of each, and so on. */
function inTurn(groups: readonly FoundGroup[]): FoundTool[] {
  const depth = Math.max(0, ...groups.map(({ matches }) => matches.length));
  return Array.from({ length: depth }, (_, rank) =>
    groups.flatMap(({ matches }) => matches[rank] ?? []),
  ).flat();
}

/** Whether a query found nothing. */
export function isEmpty({ matches, also }: FoundGroup): boolean {
  return matches.length + also.length === 0;
}

function renderMatch({ entry, exposure }: FoundTool): string {
  const marks = [entry.risk.level, ...(exposure === "deferred" ? [] : [exposure]), entry.domain];
  return `${toSignature(entry.wireName, entry.tool.inputSchema)}\n  ${cut(entry.summary, MAX_SUMMARY)} [${marks.join(", ")}]`;
}

function nextStep([first]: readonly FoundTool[], { call, load }: NextCalls): string {
  if (first === undefined) return "";
  const { wireName } = first.entry;
  const describe = `tool_describe({"names":["${wireName}"]}) for its full schema`;
  const isThere = first.exposure !== "deferred";
  return isThere || load === undefined
    ? `Next: ${call(wireName, "{…}")}, or ${describe}.`
    : `Next: ${load(wireName)}, or ${describe}.`;
}

/** That nothing was found, and where to look. */
export function renderNoMatch({ query, nearest, suggestions, askedBefore }: FoundGroup): string {
  const meant = suggestions.map(({ wireName }) => wireName).join(", ");
  return [
    `No tool matches ${quoteQuery(query)}.`,
    ...(meant === "" ? [] : [`Did you mean: ${meant}?`]),
    ...(nearest.length === 0 ? [] : [`Tools exist in: ${nearest.map(renderNearest).join(", ")}.`]),
    askedBefore === 0
      ? "Try other words."
      : "You have searched for this before: try other words, or tell the user.",
  ].join(" ");
}

/** A server's tools have its id for a domain, unless it was told otherwise. */
function renderNearest({ domain, sources }: NearestDomain): string {
  const others = sources.filter((source) => source !== domain && source !== "code");
  return others.length === 0 ? domain : `${domain} (${others.join(", ")})`;
}

function quoteQuery(query: string): string {
  return JSON.stringify(cut(query, MAX_QUERY));
}

/** The same as data. */
export function toNoMatch({ query, nearest, suggestions }: FoundGroup): unknown {
  return {
    query: cut(query, MAX_QUERY),
    domains: nearest.map(({ domain }) => domain),
    sources: [...new Set(nearest.flatMap(({ sources }) => sources))],
    suggestions: suggestions.map(({ wireName }) => wireName),
  };
}

/** A match as data. */
export function toData({ entry, score, exposure }: FoundTool): unknown {
  return {
    name: entry.wireName,
    summary: entry.summary,
    signature: toSignature(entry.wireName, entry.tool.inputSchema),
    state: exposure,
    risk: entry.risk.level,
    source: entry.source.id,
    domain: entry.domain,
    score: Math.round(score * 1000) / 1000,
  };
}
