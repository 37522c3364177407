import type { CallContext } from "../call/call-context.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { EntryCost } from "../surface/tokens.ts";
import type { Exposure } from "./meta-answer.ts";

/** What the meta-tools work with: the circumstances of a call, and the index. */
export interface MetaContext extends CallContext {
  readonly index: Pick<SearchIndex, "search">;
  readonly costOf: EntryCost;
  /** Lists the sources that are not listed yet: the same circumstances, over what is known then. */
  catchUp(): Promise<MetaContext>;
  /** Whether a name may be that of a tool whose source is not listed yet. */
  isAwaited(name: string): boolean;
}

/** How this conversation has a tool; one whose schema changed since it was loaded has to be loaded again. */
export function exposureOf(entry: CatalogEntry, { activation }: Pick<MetaContext, "activation">): Exposure {
  if (activation.opening?.tools.some(({ name }) => name === entry.wireName)) return "head";
  const isCurrent = activation.loaded.some(
    ({ name, standing }) => name === entry.name && standing === "current",
  );
  return isCurrent ? "loaded" : "deferred";
}
