import { writeResults } from "../write-results.ts";
import type { EngineList } from "./engines/engines.ts";
import type { SearchBenchmarkOptions } from "./options.ts";
import type { QualityFigure } from "./quality.ts";
import type { SetSpeed } from "./set-speed.ts";
import type { SpeedFigure } from "./speed.ts";

/** Everything a run found out: figures only, no row of the data. */
export interface SearchResults {
  readonly quality?: readonly QualityFigure[];
  readonly qualityAmongDistractors?: readonly QualityFigure[];
  readonly speed?: readonly SpeedFigure[];
  readonly sets?: readonly SetSpeed[];
}

/** Writes a run beside the others, and answers where; a run of some parts is named after them. */
export function writeSearchResults(
  results: SearchResults,
  { engines, absent }: EngineList,
  { parts }: SearchBenchmarkOptions,
): string {
  const partly = parts.length === 3 ? "" : `-${parts.join("-")}`;
  return writeResults(`search${partly}`, {
    engines: engines.map(({ name, version }) => ({ name, version })),
    absent: absent.map((reason) => ({ reason })),
    ...results,
  });
}
