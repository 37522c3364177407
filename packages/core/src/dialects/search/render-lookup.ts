import type { NextCalls } from "../../call/next-calls.ts";
import { cut } from "../../internal/cut.ts";
import { isRecord } from "../../internal/is-record.ts";
import { takeWithin } from "../../internal/take-within.ts";
import { DEFINITION_TOKENS } from "../../meta/definition-tokens.ts";
import type { FindAnswer, FoundTool, LoadAnswer } from "../../meta/meta-answer.ts";
import { exposureOf, type MetaContext } from "../../meta/meta-context.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderDefinition } from "../plimsoll/render-describe.ts";
import { renderLoad } from "../plimsoll/render-load.ts";
import { toSearchHint } from "./search-hint.ts";

const MAX_QUERY = 140;

/** What was looked up by name and is loaded; where no tool has the name, what a search finds, apart and not loaded. */
export function renderLookup(answer: LoadAnswer, next: NextCalls, context: MetaContext): ToolResult {
  const { content, structuredContent, ...result } = renderLoad(answer);
  const { otherwise } = answer;
  const text = [
    ...content.map((block) => (block.type === "text" ? block.text : "")),
    ...repeated(answer, context),
    ...(otherwise === undefined ? [] : [renderOffer(otherwise, next)]),
  ].join("\n\n");
  return {
    ...result,
    content: [{ type: "text", text }],
    structuredContent: {
      ...(isRecord(structuredContent) ? structuredContent : {}),
      ...(otherwise === undefined ? {} : { offered: otherwise.matches.map(toData) }),
    },
  };
}

/** Where the array does not grow, a definition that was given before may be gone from what the model is sent. */
function repeated({ already }: LoadAnswer, context: MetaContext): string[] {
  if (context.activation.opening?.strategy !== "bridge") return [];
  const loaded = already.filter((entry) => exposureOf(entry, context) === "loaded");
  return takeWithin(loaded, DEFINITION_TOKENS, context.costOf).taken.map(renderDefinition);
}

function renderOffer({ queries, matches, groups }: FindAnswer, next: NextCalls): string {
  const query = JSON.stringify(cut(queries.join(" "), MAX_QUERY));
  const again = groups.some(({ askedBefore }) => askedBefore > 0)
    ? ["You have asked for this before: use what is named here, ask with other words, or tell the user."]
    : [];
  const [first] = matches;
  if (first === undefined) {
    const domains = groups.flatMap(({ nearest }) => nearest.map(({ domain }) => domain));
    const where = domains.length === 0 ? "" : ` Tools exist in: ${domains.join(", ")}.`;
    return [`No tool matches ${query} by its description either.${where}`, ...again].join("\n");
  }
  return [
    `Not looked up, but found by a search for ${query}:`,
    ...matches.map(({ entry }) => `- ${entry.wireName}: ${toSearchHint(entry)}`),
    ...again,
    `Next: ${nextCall(first, next)}`,
  ].join("\n");
}

function nextCall({ entry, exposure }: FoundTool, { load, call }: NextCalls): string {
  const { wireName } = entry;
  return exposure === "deferred" && load !== undefined ? load(wireName) : call(wireName, "{…}");
}

function toData({ entry, exposure }: FoundTool) {
  return { name: entry.wireName, hint: toSearchHint(entry), state: exposure };
}
