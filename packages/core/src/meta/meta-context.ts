import { isRevealable } from "../activation/declared.ts";
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

/**
 * How this conversation has a tool. One whose schema changed since it was loaded has to be loaded again, and so has one
 * that was loaded without a definition that the array could grow by.
 */
export function exposureOf(entry: CatalogEntry, context: Pick<MetaContext, "activation" | "view">): Exposure {
  const { activation } = context;
  if (activation.opening?.tools.some(({ name }) => name === entry.wireName)) return "head";
  const isCurrent = activation.loaded.some(
    ({ name, standing }) => name === entry.name && standing === "current",
  );
  return isCurrent && !isMissing(entry, context) ? "loaded" : "deferred";
}

/** Whether the model is given what is loaded, in the array or by the history, and was not given this tool. */
function isMissing(
  entry: CatalogEntry,
  { activation, view }: Pick<MetaContext, "activation" | "view">,
): boolean {
  const { opening, appended, revealed } = activation;
  if (opening?.strategy === "native") {
    const isThere = revealed.some(({ definition }) => definition.name === entry.wireName);
    return !isThere && isRevealable(entry, opening);
  }
  const { name, wireName } = entry;
  if (opening?.strategy !== "append" || appended.some((sent) => sent.name === wireName)) return false;
  // Under its name of today, or an older one.
  return !appended.some((sent) => {
    const resolution = view.snapshot.resolve(sent.name);
    return resolution.type === "found" && resolution.entry.name === name;
  });
}
