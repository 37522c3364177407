import { isRevealable } from "../activation/declared.ts";
import { type LoadRecord, RECORD_VERSION } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { takeWithin } from "../internal/take-within.ts";
import { DEFINITION_TOKENS } from "./definition-tokens.ts";
import type { LoadAnswer } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { LoadRequest } from "./meta-request.ts";
import { resolveNames } from "./resolve-names.ts";

/** Loads named tools, whole definitions until the cap; what is in front of the model already is not loaded again. */
export function loadTools({ names }: LoadRequest, context: MetaContext): LoadAnswer {
  const { found, refused } = resolveNames(names, context);
  return { ...loadEntries(found, context), refused };
}

/** The same for tools that are known already. */
export function loadEntries(entries: readonly CatalogEntry[], context: MetaContext): LoadAnswer {
  const isNew = (entry: CatalogEntry): boolean => exposureOf(entry, context) === "deferred";
  const { taken, left } = takeWithin(entries.filter(isNew), DEFINITION_TOKENS, context.costOf);
  return {
    operation: "load",
    loaded: taken,
    already: entries.filter((entry) => !isNew(entry)),
    omitted: left,
    refused: [],
  };
}

/** What a load leaves on record; nothing, where nothing was loaded. */
export function toLoadRecord({ loaded }: LoadAnswer, { activation }: MetaContext): LoadRecord | undefined {
  if (loaded.length === 0) return undefined;
  return {
    v: RECORD_VERSION,
    type: "load",
    at: activation.turn,
    tools: loaded.map((entry) => ({
      name: entry.name,
      schemaHash: entry.schemaHash,
      ...(keepsDefinition(entry, activation) ? { definition: entry.definition } : {}),
    })),
  };
}

/** The definition is kept where the array grows by it, and where the provider reveals it by the result. */
function keepsDefinition(entry: CatalogEntry, { opening }: MetaContext["activation"]): boolean {
  if (opening?.strategy === "native") return isRevealable(entry, opening);
  return opening?.strategy === "append";
}
