import { findNearest } from "../call/nearest.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { defined } from "../internal/defined.ts";
import type { Refusal } from "./meta-answer.ts";
import type { MetaContext } from "./meta-context.ts";

/** The tools that a model means by some names, each once, and the names that mean none it may know of. */
export function resolveNames(
  names: readonly string[],
  { view, absent }: MetaContext,
): { readonly found: readonly CatalogEntry[]; readonly refused: readonly Refusal[] } {
  const found = new Set<CatalogEntry>();
  const refused: Refusal[] = [];
  for (const name of new Set(names)) {
    const resolution = view.snapshot.resolve(name, (entry) => view.ask(entry).find);
    if (resolution.type === "found") found.add(resolution.entry);
    else if (resolution.type === "removed" && resolution.replacement !== undefined) {
      refused.push({ name, reason: "removed", replacement: resolution.replacement, nearest: [] });
    } else {
      const why = view.snapshot.resolve(name).type === "unknown" ? absent?.whyNot(name) : undefined;
      const nearest = why === undefined ? findNearest(name, view) : [];
      refused.push({ name, reason: "unavailable", nearest, ...defined({ absent: why }) });
    }
  }
  return { found: [...found], refused };
}
