import type { Node } from "jsonc-parser";
import { MAX_NESTING } from "../wire/nesting.ts";
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from "./config.ts";
import { membersOf, type Range, type Reader, readNumber, unknownKey } from "./read-value.ts";

// The longest time that a timer holds is a little under 25 days.
const MOST_SECONDS = 2_000_000;
const GIB = 1_073_741_824;

/** What each number may be, and what it says: the reader and the published schema go by the same table. */
export const REQUEST_LIMIT_RANGES: Readonly<Record<keyof RequestLimits, Range & { readonly says: string }>> =
  {
    bodyBytes: { least: 1_024, most: GIB, isWhole: true, says: "The bytes of a request's body." },
    nesting: {
      least: 10,
      most: MAX_NESTING,
      isWhole: true,
      says: "How deep lists and objects stand in each other in a request.",
    },
    resultBytes: { least: 1_024, most: GIB, isWhole: true, says: "The bytes of a result, as JSON." },
    concurrentRequests: {
      least: 1,
      most: 100_000,
      isWhole: true,
      says: "The requests of a principal that run at the same time.",
    },
    requestsPerMinute: {
      least: 0,
      most: 10_000_000,
      isWhole: true,
      says: "The requests of a principal in a minute; 0: any number.",
    },
    callsPerMinute: {
      least: 0,
      most: 10_000_000,
      isWhole: true,
      says: "The calls of one tool by a principal in a minute; 0: any number.",
    },
    streams: {
      least: 1,
      most: 100_000,
      isWhole: true,
      says: "The streams that a principal listens to at the same time.",
    },
    sessions: {
      least: 1,
      most: 1_000_000,
      isWhole: true,
      says: "The sessions of the older era that a principal has.",
    },
    headerSeconds: {
      least: 0.1,
      most: MOST_SECONDS,
      says: "How long the headers of a request may take to arrive.",
    },
    requestSeconds: { least: 0.1, most: MOST_SECONDS, says: "How long a whole request may take to arrive." },
    idleSeconds: {
      least: 0.1,
      most: MOST_SECONDS,
      says: "How long a connection may be silent, or its client not read its answer.",
    },
  };

/** The keys of the section `limits`. */
export const REQUEST_LIMIT_KEYS: readonly (keyof RequestLimits)[] = Object.keys(
  REQUEST_LIMIT_RANGES,
) as (keyof RequestLimits)[];

/** Reads the section `limits`; the defaults where it says nothing. */
export function readRequestLimits(reader: Reader, node: Node): RequestLimits {
  const properties = membersOf(reader, node, '"limits"', '{ "requestsPerMinute": 600 }');
  const unknown = properties.find(({ key }) => !REQUEST_LIMIT_KEYS.some((known) => known === key));
  if (unknown !== undefined) throw unknownKey(reader, unknown, '"limits"', REQUEST_LIMIT_KEYS);
  const written = properties.map(({ key, value }) => {
    const range = REQUEST_LIMIT_RANGES[key as keyof RequestLimits];
    return [key, readNumber(reader, value, `"${key}"`, range)] as const;
  });
  return { ...DEFAULT_REQUEST_LIMITS, ...Object.fromEntries(written) };
}
