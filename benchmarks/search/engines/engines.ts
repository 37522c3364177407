import type { Engine } from "./engine.ts";
import { flexSearch } from "./flex-search.ts";
import { lunrBoosted, lunrWhole } from "./lunr.ts";
import { miniSearch, miniSearchBoosted } from "./mini-search.ts";
import { orama } from "./orama.ts";
import { plimsoll } from "./plimsoll.ts";
import { loadPlimsollStatic } from "./plimsoll-static.ts";
import { tfIdf } from "./tf-idf.ts";

/** The engines of a run, and a line for each that could not take part. */
export interface EngineList {
  readonly engines: readonly Engine[];
  readonly absent: readonly string[];
}

/** Everything that is measured, Plimsoll first. */
export async function loadEngines(): Promise<EngineList> {
  const withMeaning = await loadPlimsollStatic();
  const present = "build" in withMeaning;
  return {
    engines: [
      plimsoll,
      ...(present ? [withMeaning] : []),
      miniSearch,
      miniSearchBoosted,
      orama,
      flexSearch,
      lunrBoosted,
      lunrWhole,
      tfIdf,
    ],
    absent: present ? [] : [withMeaning.reason],
  };
}
