import { isRecord } from "../internal/is-record.ts";
import type { OpeningRecord } from "./record.ts";
import { checkVersion } from "./record-version.ts";

/** An opening record of a version that this code reads, with an array that can be sent again. */
export function readOpening(record: OpeningRecord): OpeningRecord {
  checkVersion(record);
  const tools: unknown = record.tools;
  if (!Array.isArray(tools) || !tools.every((tool) => isRecord(tool) && typeof tool["name"] === "string")) {
    throw new TypeError("The tools of the opening record are not a list of definitions.");
  }
  return record;
}
