import { PlimsollError } from "../errors.ts";
import { type ConversationRecord, RECORD_VERSION } from "./record.ts";

/** Refuses a record of a version that this code does not read: to misread it would be worse. */
export function checkVersion({ v }: ConversationRecord): void {
  if (v === RECORD_VERSION) return;
  if (typeof v !== "number") throw new TypeError("The record has no version.");
  throw new PlimsollError(
    "RECORD_UNREADABLE",
    `The history has a record of version ${JSON.stringify(v)}; this Plimsoll reads ${RECORD_VERSION}. Update @plimsoll/core, or start a new conversation.`,
    { version: v },
  );
}
