import { PlimsollError } from "../errors.ts";
import { type OpeningRecord, RECORD_VERSION } from "./record.ts";

/** An opening record of a version that this code reads. */
export function readOpening(record: OpeningRecord): OpeningRecord {
  if (record.v !== RECORD_VERSION) {
    throw new PlimsollError(
      "RECORD_UNREADABLE",
      `The history's opening record has version ${JSON.stringify(record.v)}; this Plimsoll reads ${RECORD_VERSION}. Update @plimsoll/core, or start a new conversation.`,
      { version: record.v },
    );
  }
  return record;
}
