import { isRecord } from "../internal/is-record.ts";
import { processRedactor } from "../secrets/redactor.ts";

/** A result as it may be handed on: what a tool says of its failure is looked through, what it answers is its own. */
export function redactRefusal(result: unknown): unknown {
  return isRecord(result) && result["isError"] === true ? processRedactor.redactValue(result) : result;
}
