import { readLabelledSets } from "../datasets.ts";
import { readCatalogTools } from "./catalog-tools.ts";
import { loadEngines } from "./engines/engines.ts";
import { miniSearch } from "./engines/mini-search.ts";
import { plimsoll } from "./engines/plimsoll.ts";
import { readOptions } from "./options.ts";
import { measureQuality } from "./quality.ts";
import { renderQuality } from "./render-quality.ts";
import { renderSetSpeed, renderSpeed } from "./render-speed.ts";
import { type SearchResults, writeSearchResults } from "./results.ts";
import { measureSetSpeed } from "./set-speed.ts";
import { measureSpeed, SIZES } from "./speed.ts";
import { toSpeedQueries } from "./speed-queries.ts";

const DISTRACTORS = 16_000;
const QUERIES_A_SET = 300;

/** Plimsoll's search beside others: how well it ranks, how long it takes, what it holds. */
export async function compareSearch(words: readonly string[]): Promise<readonly string[]> {
  const options = readOptions(words);
  if ("problem" in options) {
    process.exitCode = 2;
    return [options.problem];
  }
  const list = await loadEngines();
  const { engines, absent } = list;
  const timed = engines.filter(({ timedAs }) => timedAs === undefined);
  const sets = readLabelledSets();
  const hasData = sets.length > 0;
  const lines = [...absent];
  const results: { -readonly [Part in keyof SearchResults]: SearchResults[Part] } = {};
  const asked = (part: "quality" | "speed" | "sets"): boolean => options.parts.includes(part);

  if (!hasData) {
    lines.push(
      "the labelled sets are not on this machine (PLIMSOLL_DATA): only speed is measured, over made-up tools",
    );
  }
  if (hasData && asked("quality")) {
    const mostQueries = options.everyQuery ? Number.POSITIVE_INFINITY : QUERIES_A_SET;
    results.quality = await measureQuality(sets, engines, { distractors: [], mostQueries });
    lines.push(...renderQuality("quality", results.quality));
  }
  if (hasData && asked("quality") && options.distractors) {
    const among = { distractors: readCatalogTools(DISTRACTORS), mostQueries: QUERIES_A_SET };
    results.qualityAmongDistractors = await measureQuality(sets, engines, among);
    lines.push(...renderQuality(`quality among ${DISTRACTORS} others`, results.qualityAmongDistractors));
  }
  if (asked("speed")) {
    const tools = readCatalogTools(Math.max(...SIZES));
    results.speed = await measureSpeed(timed, tools, toSpeedQueries(sets, tools), miniSearch.name);
    lines.push(...renderSpeed(results.speed, miniSearch.name));
  }
  if (hasData && asked("sets")) {
    results.sets = await measureSetSpeed(sets, readCatalogTools(DISTRACTORS), plimsoll, miniSearch);
    lines.push(...renderSetSpeed(results.sets, plimsoll.name, miniSearch.name));
  }
  if (Object.keys(results).length === 0) return lines;
  return [...lines, `written to ${writeSearchResults(results, list, options)}`];
}
