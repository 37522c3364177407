import { createHash } from "node:crypto";

/** A hash of a JSON value that does not depend on the order of its keys. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value, sortKeys) ?? "")
    .digest("base64url");
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((key) => [key, record[key]]),
  );
}
