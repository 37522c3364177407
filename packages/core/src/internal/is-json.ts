import { isRecord } from "./is-record.ts";

// Deeper than any schema may be, and far from what the stack holds.
const MAX_DEPTH = 200;

/** Whether a value can be written as JSON: it is not cyclic, not nested too deep, and has nothing in it that throws. */
export function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === "bigint" || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  if (!isRecord(value)) return true;
  if (typeof value["toJSON"] === "function") return isWritten(value);
  return Object.values(value).every((member) => isJson(member, depth + 1));
}

function isWritten(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
