import { compareText } from "../internal/compare.ts";
import { partsOf } from "./name-parts.ts";
import type { Reaches } from "./reaches.ts";
import type { SearchView } from "./search-index.ts";
import type { Slots } from "./slots.ts";

const MOST_DOMAINS = 5;

/** Where else to look: the permitted domains that the query names a word of, then the largest. */
export function nearestDomains(text: string, view: SearchView, slots: Slots, reaches: Reaches): string[] {
  const { mask } = reaches.of({ view }, slots);
  const asked = new Set(partsOf(text));
  const sizes = new Map<string, number>();
  slots.forEach(({ domain }, slot) => {
    if (mask[slot] === 1) sizes.set(domain, (sizes.get(domain) ?? 0) + 1);
  });
  const isNamed = (domain: string): number => Number(partsOf(domain).some((part) => asked.has(part)));
  return [...sizes]
    .sort(([a, sizeA], [b, sizeB]) => isNamed(b) - isNamed(a) || sizeB - sizeA || compareText(a, b))
    .slice(0, MOST_DOMAINS)
    .map(([domain]) => domain);
}
