import { isRevealable } from "../../activation/declared.ts";
import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import type { FindAnswer } from "../../meta/meta-answer.ts";
import type { MetaContext } from "../../meta/meta-context.ts";
import { guidanceOf } from "../../surface/guidance.ts";
import { wordsOf } from "../../tool/block-text.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { isEmpty, renderFind, renderNoMatch, toData, toNoMatch } from "./render-find.ts";
import { renderOmitted } from "./render-refusals.ts";

/**
 * What was found and loaded, where the provider shows the schemas itself: the names, what there is to say of them
 * beside, and what was not found. A tool that the provider cannot show is called through the bridge, by its signature.
 */
export function renderFound(answer: FindAnswer, next: NextCalls, context: MetaContext): ToolResult {
  const { load, groups, matches, queries } = answer;
  const { opening } = context.activation;
  const isShown = (entry: CatalogEntry): boolean => opening !== undefined && isRevealable(entry, opening);
  const loaded = load?.loaded.filter(isShown) ?? [];
  const already = load?.already ?? [];
  const others = matches.filter(({ entry }) => load?.loaded.includes(entry) && !isShown(entry));
  const parts = [
    ...(loaded.length === 0 ? [] : [`Callable by name from the next step on: ${names(loaded)}.`]),
    ...(already.length === 0 ? [] : [`Callable already: ${names(already)}.`]),
    ...loaded.flatMap(guidanceOf),
    ...renderOmitted(load?.omitted ?? []),
    ...(others.length === 0
      ? []
      : [wordsOf(renderFind(withOnly(others, answer), { ...next, load: undefined }, context).content)]),
    ...groups.filter(isEmpty).map(renderNoMatch),
  ];
  return {
    content: [{ type: "text", text: parts.join("\n\n") }],
    structuredContent: {
      queries,
      matches: matches.map(toData),
      omitted: load?.omitted.length ?? 0,
      noMatch: groups.filter(isEmpty).map(toNoMatch),
    },
  };
}

function names(entries: readonly CatalogEntry[]): string {
  return entries.map(({ wireName }) => wireName).join(", ");
}

function withOnly(matches: FindAnswer["matches"], answer: FindAnswer): FindAnswer {
  const groups = answer.groups
    .map((group) => ({
      ...group,
      matches: group.matches.filter((match) => matches.includes(match)),
      also: [],
    }))
    .filter((group) => group.matches.length > 0);
  return { ...answer, matches, groups };
}
