import type { RequestLimits } from "../../config/config.ts";
import type { Meter } from "../meter.ts";

/** The key of a limit in the config. */
export type LimitName = keyof RequestLimits;

/** A limit that something was over. */
export interface OverLimit {
  readonly limit: LimitName;
  readonly status: 408 | 413 | 429;
  /** What is too much, and what to do. */
  readonly message: string;
  readonly most: number;
  readonly retryAfterMs?: number;
}

/** The answer to a request that is over a limit; it is counted. */
export function toLimitAnswer(over: OverLimit, meter: Meter): Response {
  const { status, retryAfterMs } = over;
  countOver(over.limit, meter);
  const headers: Record<string, string> =
    retryAfterMs === undefined ? {} : { "Retry-After": String(toSeconds(retryAfterMs)) };
  return Response.json(toLimitError(over), { status, headers });
}

/** The same as a message of JSON-RPC. */
export function toLimitError({ limit, message, most, retryAfterMs }: OverLimit): object {
  const wait = retryAfterMs === undefined ? {} : { retryAfterSeconds: toSeconds(retryAfterMs) };
  const error = { code: -32_000, message, data: { limit, most, ...wait } };
  return { jsonrpc: "2.0", error, id: null };
}

/** Counts what a limit refused. */
export function countOver(limit: LimitName, meter: Meter): void {
  meter.count("limit_refused", { limit });
}

/** Whole seconds, and at least one: a client that waits so long is let in. */
export function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
