import { PlimsollError } from "../errors.ts";
import { isRecord } from "../internal/is-record.ts";

/** What to throw at an entry of a history that is none: a history comes from a file or a database, which know no types. */
export function notAMessage(entry: unknown, index: number): PlimsollError<"HISTORY_INVALID"> {
  const reason = isRecord(entry) ? `its role is ${JSON.stringify(entry["role"])}` : "it is not an object";
  return new PlimsollError(
    "HISTORY_INVALID",
    `Entry ${index} of the history is not a message: ${reason}. Roles are user, assistant, tool, pending, summary, handover, tool-change and opening.`,
    { index, reason },
  );
}

/** What to throw at an entry whose records are not what was once written there. */
export function unreadable(index: number, cause: unknown): PlimsollError<"HISTORY_INVALID"> {
  const reason = "its records cannot be read";
  return new PlimsollError(
    "HISTORY_INVALID",
    `Entry ${index} of the history is damaged: ${reason}. Hand it over as it was given, or drop it.`,
    { index, reason },
    { cause },
  );
}
