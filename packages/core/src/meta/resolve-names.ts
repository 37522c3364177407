import { findNearest } from "../call/nearest.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { Refusal } from "./meta-answer.ts";
import type { MetaContext } from "./meta-context.ts";

/** The tools that a model means by some names, each once, and the names that mean none it may know of. */
export function resolveNames(
  names: readonly string[],
  { view }: MetaContext,
): { readonly found: readonly CatalogEntry[]; readonly refused: readonly Refusal[] } {
  const found = new Set<CatalogEntry>();
  const refused: Refusal[] = [];
  for (const name of new Set(names)) {
    const resolution = view.snapshot.resolve(name, (entry) => view.ask(entry).find);
    if (resolution.type === "found") found.add(resolution.entry);
    else if (resolution.type === "removed" && resolution.replacement !== undefined) {
      refused.push({ name, reason: "removed", replacement: resolution.replacement, nearest: [] });
    } else refused.push({ name, reason: "unavailable", nearest: findNearest(name, view) });
  }
  return { found: [...found], refused };
}
