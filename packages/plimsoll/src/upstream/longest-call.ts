import type { ServerLimits } from "../config/config.ts";

const MOST_TIMES = 10;

/** How long a call may take in all, however much progress it reports: a server that is stuck may report it for ever. */
export function toLongestMs({ timeoutSeconds }: ServerLimits): number {
  return timeoutSeconds * 1000 * MOST_TIMES;
}
