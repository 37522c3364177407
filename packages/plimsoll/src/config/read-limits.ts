import type { Node } from "jsonc-parser";
import { DEFAULT_LIMITS, type ServerLimits, type ServerScope } from "./config.ts";
import { type Range, type Reader, readChoice, readNumber } from "./read-value.ts";

/** The scopes there are. */
export const SCOPES: readonly ServerScope[] = ["shared", "principal", "workspace"];

type NumberLimit = Exclude<keyof ServerLimits, "scope">;

// The longest time that a timer holds is a little under 25 days.
const MOST_SECONDS = 2_000_000;

/** What each number may be: the reader and the published schema go by the same table. */
export const LIMIT_RANGES: Readonly<Record<NumberLimit, Range>> = {
  idleSeconds: { least: 0, most: MOST_SECONDS },
  timeoutSeconds: { least: 0.001, most: MOST_SECONDS },
  startSeconds: { least: 0.001, most: MOST_SECONDS },
  concurrency: { least: 1, most: 10_000, isWhole: true },
};

/** How a server may be used, from its entry; the defaults where the entry says nothing. */
export function readLimits(reader: Reader, name: string, fields: ReadonlyMap<string, Node>): ServerLimits {
  const scope = fields.get("scope");
  const number = (key: NumberLimit): number => {
    const node = fields.get(key);
    if (node === undefined) return DEFAULT_LIMITS[key];
    return readNumber(reader, node, `"${key}" of "${name}"`, LIMIT_RANGES[key]);
  };
  return {
    scope:
      scope === undefined ? DEFAULT_LIMITS.scope : readChoice(reader, scope, `"scope" of "${name}"`, SCOPES),
    idleSeconds: number("idleSeconds"),
    timeoutSeconds: number("timeoutSeconds"),
    startSeconds: number("startSeconds"),
    concurrency: number("concurrency"),
  };
}
