import type { CatalogSnapshot } from "@plimsoll/core";
import type { RetiredName } from "./stats-report.ts";

/** The names that the lifecycle retires, each with the tool that stands in for it today. */
export function toRetiredNames(snapshot: CatalogSnapshot): RetiredName[] {
  const { lifecycle } = snapshot;
  return lifecycle.rows.flatMap(({ name }) => {
    const state = lifecycle.stateOf(name);
    if (state === undefined || !lifecycle.isRetired(name)) return [];
    const replacement = replacementOf(name, snapshot);
    return [{ name, state, ...(replacement === undefined ? {} : { replacement }) }];
  });
}

function replacementOf(name: string, snapshot: CatalogSnapshot): string | undefined {
  const resolution = snapshot.resolve(name);
  if (resolution.type === "removed") return resolution.replacement;
  // With no living twin, a name resolves to what is registered under it, which stands in for nothing.
  const found = resolution.type === "found" ? resolution.entry.name : undefined;
  return found === name ? undefined : found;
}
