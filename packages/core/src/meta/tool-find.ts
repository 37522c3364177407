import type { SearchAnswer } from "../search/search-index.ts";
import type { FindAnswer, FoundTool } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { FindRequest } from "./meta-request.ts";

/** Searches the permitted catalog. Several queries share one answer: the best of each in turn, each tool once. */
export async function findTools(request: FindRequest, context: MetaContext): Promise<FindAnswer> {
  const { queries, limit, domain, includeLoaded } = request;
  const answers = await Promise.all(
    queries.map((text) =>
      context.index.search({
        text,
        limit: limit + context.activation.loaded.length,
        view: context.view,
        ...(domain === undefined ? {} : { domain }),
      }),
    ),
  );
  const found = interleave(answers).flatMap(({ name, score }): FoundTool[] => {
    const entry = context.view.snapshot.get(name);
    return entry === undefined ? [] : [{ entry, score, exposure: exposureOf(entry, context) }];
  });
  const matches = found.filter(({ exposure }) => includeLoaded || exposure !== "loaded").slice(0, limit);
  return {
    operation: "find",
    queries,
    matches,
    nearestDomains: [...new Set(answers.flatMap(({ nearestDomains }) => nearestDomains))],
    suggestions: answers
      .flatMap(({ suggestions }) => suggestions)
      .flatMap((name) => context.view.snapshot.get(name) ?? []),
  };
}

function interleave(answers: readonly SearchAnswer[]): SearchAnswer["matches"] {
  const seen = new Set<string>();
  const depth = Math.max(0, ...answers.map(({ matches }) => matches.length));
  return Array.from({ length: depth }, (_, rank) => answers.flatMap(({ matches }) => matches[rank] ?? []))
    .flat()
    .filter(({ name }) => !seen.has(name) && seen.add(name));
}
