import { isRecord } from "./is-record.ts";

/**
 * JSON with keys in code-unit order and no white space, as RFC 8785 orders them: equal values give equal
 * bytes in any process. What `JSON.stringify` leaves out is left out; cycles and BigInts throw as they do there.
 *
 * Written by hand because `JSON.stringify` puts integer-like keys first in any case, in numeric order.
 */
export function canonicalJson(value: unknown): string {
  return write(value) ?? "null";
}

function write(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value) || typeof value["toJSON"] === "function") return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = write(value[key]);
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${member}`);
  }
  return `{${members.join(",")}}`;
}
