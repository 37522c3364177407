import type { NextCalls } from "../../call/next-calls.ts";
import { cut } from "../../internal/cut.ts";
import { takeWithin } from "../../internal/take-within.ts";
import type { FindAnswer, FoundTool } from "../../meta/meta-answer.ts";
import { toSignature } from "../../surface/signature.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

const MAX_SUMMARY = 140;
const MAX_QUERY = 140;
/** About 1,500 tokens; the first match is shown whole whatever its size. */
const MAX_CHARACTERS = 6_000;

/** The tools found, a signature and a line each, then what to do next. */
export function renderFind(answer: FindAnswer, next: NextCalls): ToolResult {
  const { taken: shown, left } = takeWithin(
    answer.matches,
    MAX_CHARACTERS,
    (match) => renderMatch(match).length,
  );
  const text = [
    ...shown.map(renderMatch),
    ...(left.length > 0
      ? [`${left.length} more left out for length: narrow the search, or ask for fewer.`]
      : []),
    ...(shown.length === 0 ? [renderNoMatch(answer)] : ["", nextStep(shown, next)]),
  ].join("\n");
  return {
    content: [{ type: "text", text }],
    structuredContent: { queries: answer.queries, matches: shown.map(toData), omitted: left.length },
  };
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

function renderNoMatch({ queries, nearestDomains, suggestions }: FindAnswer): string {
  const asked = queries.map((query) => JSON.stringify(cut(query, MAX_QUERY))).join(", ");
  const meant = suggestions.map(({ wireName }) => wireName).join(", ");
  return [
    `No tool matches ${asked}.`,
    ...(meant === "" ? [] : [`Did you mean: ${meant}?`]),
    ...(nearestDomains.length === 0 ? [] : [`Tools exist in: ${nearestDomains.join(", ")}.`]),
    "Try other words.",
  ].join(" ");
}

function toData({ entry, score, exposure }: FoundTool) {
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
