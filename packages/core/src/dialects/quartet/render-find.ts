import { cut } from "../../internal/cut.ts";
import { takeWithin } from "../../internal/take-within.ts";
import type { FindAnswer, FoundGroup, FoundTool } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

/** About 1,500 tokens. */
const MAX_CHARACTERS = 6_000;
const MAX_QUERY = 140;

/** One tool found, under the keys of the design. */
interface Match {
  readonly name: string;
  readonly description: string;
  readonly score: number;
  readonly active: boolean;
}

/**
 * The list as the design has it, in a block of its own, so that it can be read as JSON; what else is to say follows
 * in a second block. As data the list stands under `tools`, because MCP wants an object there.
 */
export function renderFind({ matches, groups }: FindAnswer): ToolResult {
  const { taken, left } = takeWithin(
    matches.map(toMatch),
    MAX_CHARACTERS,
    (match) => JSON.stringify(match).length,
  );
  const words = [
    ...(left.length === 0 ? [] : [`${left.length} more left out for length: ask for fewer.`]),
    ...groups.flatMap((group) => (group.matches.length === 0 ? sayNothingFound(group) : [])),
    ...(groups.some(({ askedBefore }) => askedBefore > 0) ? [ASKED_BEFORE] : []),
  ].join(" ");
  return {
    content: [
      { type: "text", text: JSON.stringify(taken) },
      ...(words === "" ? [] : [{ type: "text" as const, text: words }]),
    ],
    structuredContent: { tools: taken },
  };
}

const ASKED_BEFORE =
  "You have searched for this before, and the answer is the same: search with other words, or tell the user that no tool fits.";

function toMatch({ entry, score, exposure }: FoundTool): Match {
  return {
    name: entry.wireName,
    description: entry.summary,
    score: Math.round(score * 1000) / 1000,
    active: exposure !== "deferred",
  };
}

function sayNothingFound({ query, suggestions, nearest }: FoundGroup): string[] {
  const meant = suggestions.map(({ wireName }) => wireName).join(", ");
  const domains = nearest.map(({ domain }) => domain).join(", ");
  return [
    `No tool matches ${JSON.stringify(cut(query, MAX_QUERY))}.`,
    ...(meant === "" ? [] : [`Did you mean: ${meant}?`]),
    ...(domains === "" ? [] : [`Tools exist in: ${domains}.`]),
  ];
}
