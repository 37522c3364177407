import { isRecord } from "./is-record.ts";

/**
 * JSON with keys in code-unit order and no white space, as RFC 8785 orders them: equal values give equal
 * bytes in any process. Properties that are `undefined` are left out, as `JSON.stringify` leaves them out.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? "null";
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  // `__proto__` as an own key must stay data, which an object literal assignment would not keep.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const key of keys.sort()) sorted[key] = value[key];
  return sorted;
}
