import type { NextCalls } from "../../call/next-calls.ts";
import { cut } from "../../internal/cut.ts";
import { takeWithin } from "../../internal/take-within.ts";
import type { FindAnswer } from "../../meta/meta-answer.ts";
import type { MetaContext } from "../../meta/meta-context.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderGuidance } from "./render-guidance.ts";
import { renderNext } from "./render-next.ts";
import type { SfToolSearchResult } from "./search-result.ts";
import { toMatch } from "./to-match.ts";

const MAX_QUERY = 300;
/** About 1,500 tokens; the first match is there whole whatever its size. */
const MAX_CHARACTERS = 6_000;
/** About 500 tokens for each list of names; the newest are there. */
const MAX_NAMES = 2_000;

/** What was found and what is loaded by that, as data and as the same JSON; then the guidance of what was loaded. */
export function renderSearch(answer: FindAnswer, next: NextCalls, context: MetaContext): ToolResult {
  const loaded = answer.load?.loaded ?? [];
  const before = namesLoaded(context);
  const { taken: shown, left } = takeWithin(
    answer.matches,
    MAX_CHARACTERS,
    (found) => JSON.stringify(toMatch(found)).length,
  );
  const result: SfToolSearchResult = {
    query: cut(answer.queries[0] ?? "", MAX_QUERY),
    loadedBefore: newest(before),
    matches: shown.map(toMatch),
    loadedAfter: newest([...before, ...loaded.map(({ name }) => name)]),
    nextInstruction: renderNext(answer, { left, next, context }),
  };
  const texts = [JSON.stringify(result), renderGuidance(loaded, context)].filter((text) => text !== "");
  return {
    content: texts.map((text) => ({ type: "text", text })),
    structuredContent: result,
  };
}

/** What is loaded and may still be known of; a tool whose schema changed since has to be loaded again. */
function namesLoaded({ activation, view }: MetaContext): string[] {
  return activation.loaded
    .filter(({ name, standing }) => standing === "current" && view.permits(name))
    .map(({ name }) => name);
}

function newest(names: readonly string[]): string[] {
  const { taken } = takeWithin(names.toReversed(), MAX_NAMES, (name) => name.length + 3);
  return taken.toReversed();
}
