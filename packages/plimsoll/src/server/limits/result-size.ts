import { isRecord } from "../../internal/is-record.ts";

// A control character becomes six, as \u0000.
const MOST_BYTES_OF_ONE = 6;
const BYTES_OF_ANYTHING_ELSE = 32;

/** Whether a value is more than so many bytes as JSON. Only what may be is written out to be counted. */
export function isLargerThan(value: unknown, most: number): boolean {
  try {
    return atMost(value, most) > most && Buffer.byteLength(JSON.stringify(value) ?? "") > most;
  } catch {
    // Nested so deeply that it cannot be written at all.
    return true;
  }
}

/** A number that the bytes of a value are not over; counting ends where it is over the most. */
function atMost(value: unknown, most: number): number {
  if (typeof value === "string") return value.length * MOST_BYTES_OF_ONE + 2;
  let sum = 2;
  if (Array.isArray(value)) {
    for (const member of value) {
      sum += 1 + atMost(member, most - sum);
      if (sum > most) break;
    }
    return sum;
  }
  if (!isRecord(value)) return BYTES_OF_ANYTHING_ELSE;
  for (const key of Object.keys(value)) {
    sum += key.length * MOST_BYTES_OF_ONE + 4 + atMost(value[key], most - sum);
    if (sum > most) break;
  }
  return sum;
}
