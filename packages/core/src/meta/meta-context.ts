import type { CallContext } from "../call/dispatch.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { EntryCost } from "../surface/tokens.ts";
import type { Exposure } from "./meta-answer.ts";

/** What the meta-tools work with: the circumstances of a call, and the index. */
export interface MetaContext extends CallContext {
  readonly index: SearchIndex;
  readonly costOf: EntryCost;
}

/** How this conversation has a tool. */
export function exposureOf(entry: CatalogEntry, { activation }: MetaContext): Exposure {
  if (activation.opening?.tools.some(({ name }) => name === entry.wireName)) return "head";
  return activation.loaded.some(({ name }) => name === entry.name) ? "loaded" : "deferred";
}
