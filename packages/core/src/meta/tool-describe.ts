import { findNearest } from "../call/nearest.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { takeWithin } from "../internal/take-within.ts";
import type { DescribeAnswer, Refusal } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { DescribeRequest } from "./meta-request.ts";

/** How many tokens of definitions one answer carries; the first is whole whatever its size. */
const DEFINITION_TOKENS = 10_000;

/** Reads the definitions of named tools, whole, until the cap; then names the rest. */
export function describeTools({ names }: DescribeRequest, context: MetaContext): DescribeAnswer {
  const found = new Set<CatalogEntry>();
  const refused: Refusal[] = [];
  for (const name of new Set(names)) {
    const resolution = context.view.snapshot.resolve(name, (entry) => context.view.ask(entry).find);
    if (resolution.type === "found") found.add(resolution.entry);
    else
      refused.push(
        toRefusal(name, resolution.type === "removed" ? resolution.replacement : undefined, context),
      );
  }
  const { taken, left } = takeWithin([...found], DEFINITION_TOKENS, context.costOf);
  return {
    operation: "describe",
    described: taken.map((entry) => ({ entry, exposure: exposureOf(entry, context) })),
    omitted: left,
    refused,
  };
}

function toRefusal(name: string, replacement: string | undefined, { view }: MetaContext): Refusal {
  return replacement === undefined
    ? { name, reason: "unavailable", nearest: findNearest(name, view) }
    : { name, reason: "removed", replacement, nearest: [] };
}
