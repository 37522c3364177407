import { compareText } from "../internal/compare.ts";
import { partsOf } from "./name-parts.ts";
import type { Reach } from "./reach.ts";
import type { Slots } from "./slots.ts";

const MOST_DOMAINS = 5;

/** Where else to look: the domains in reach that a query names a word of, then the largest. */
export function nearestDomains(text: string, reach: Reach, slots: Slots): string[] {
  const domains = domainsOf(reach, slots);
  const asked = new Set(partsOf(text));
  const named = domains.filter(({ parts }) => parts.some((part) => asked.has(part)));
  const names = [...named, ...domains.slice(0, MOST_DOMAINS)].map(({ name }) => name);
  return [...new Set(names)].slice(0, MOST_DOMAINS);
}

function domainsOf(reach: Reach, slots: Slots): NonNullable<Reach["domains"]> {
  reach.domains ??= sortBySize(reach, slots);
  return reach.domains;
}

function sortBySize({ mask }: Reach, slots: Slots): NonNullable<Reach["domains"]> {
  const sizes = new Map<string, number>();
  slots.forEach(({ domain }, slot) => {
    if (mask[slot] === 1) sizes.set(domain, (sizes.get(domain) ?? 0) + 1);
  });
  return [...sizes]
    .sort(([a, sizeA], [b, sizeB]) => sizeB - sizeA || compareText(a, b))
    .map(([name]) => ({ name, parts: partsOf(name) }));
}
