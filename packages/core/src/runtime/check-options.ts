import { PlimsollError } from "../errors.ts";
import type { RuntimeOptions } from "./runtime.ts";

/** The longest time that timers of all runtimes can wait. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Refuses numbers that would make every call fail, or wait for ever. */
export function checkOptions({ timeoutMs, resultTokens, concurrency = {} }: RuntimeOptions): void {
  if (timeoutMs !== undefined && timeoutMs !== Number.POSITIVE_INFINITY) {
    const isFine = timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS;
    if (!isFine)
      throw invalid("timeoutMs", timeoutMs, `from 1 to ${MAX_TIMEOUT_MS}, or Infinity for no limit`);
  }
  const counts = { resultTokens, ...concurrency };
  for (const [option, value] of Object.entries(counts)) {
    if (value !== undefined && !(value >= 1)) throw invalid(option, value, "at least 1");
  }
}

function invalid(option: string, value: unknown, range: string): PlimsollError<"OPTION_INVALID"> {
  return new PlimsollError(
    "OPTION_INVALID",
    `The option ${option} is ${String(value)}. It has to be ${range}.`,
    {
      option,
      value,
    },
  );
}
