import { measureJson } from "../tool/measure-json.ts";

/**
 * The input of a call that waits, as its history keeps it. A history is JSON, and what a schema library makes of
 * arguments may not be (a bigint, a map): they are then kept as they were sent.
 */
export function toKeptInput(input: unknown, sent: unknown): unknown {
  const measure = measureJson(input, { maxCharacters: Number.POSITIVE_INFINITY });
  return measure.type === "json" ? input : sent;
}
