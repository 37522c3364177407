import type { FindAnswer, FoundTool } from "../../meta/meta-answer.ts";
import { toSignature } from "../../surface/signature.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

const MAX_SUMMARY = 140;

/** The tools found, a signature and a line each, then what to do next. */
export function renderFind(answer: FindAnswer): ToolResult {
  const lines = answer.matches.map(renderMatch);
  const text =
    lines.length === 0 ? renderNoMatch(answer) : `${lines.join("\n")}\n\n${nextStep(answer.matches)}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: { queries: answer.queries, matches: answer.matches.map(toData) },
  };
}

function renderMatch({ entry, exposure }: FoundTool): string {
  const marks = [entry.risk.level, ...(exposure === "deferred" ? [] : [exposure]), entry.domain];
  return `${toSignature(entry.wireName, entry.tool.inputSchema)}\n  ${cut(entry.summary)} [${marks.join(", ")}]`;
}

function nextStep(matches: readonly FoundTool[]): string {
  const first = matches[0]?.entry.wireName ?? "";
  return `Next: tool_call({"name":"${first}","arguments":{…}}), or tool_describe({"names":["${first}"]}) for its full schema.`;
}

function renderNoMatch({ queries, nearestDomains, suggestions }: FindAnswer): string {
  const asked = queries.map((query) => JSON.stringify(cut(query))).join(", ");
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

function cut(text: string): string {
  return text.length <= MAX_SUMMARY ? text : `${text.slice(0, MAX_SUMMARY - 1)}…`;
}
