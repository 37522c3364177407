import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "./json-schema.ts";

const MAX_DEPTH = 16;

/** A value with what its schema says of properties that are not there; the value itself is left as it is. */
export function fillDefaults(schema: JsonSchema, value: Record<string, unknown>): Record<string, unknown> {
  return fillObject(schema, value, 0);
}

function fillObject(
  schema: JsonSchema,
  value: Record<string, unknown>,
  depth: number,
): Record<string, unknown> {
  const properties = schema["properties"];
  if (!isRecord(properties) || depth > MAX_DEPTH) return value;
  let filled = value;
  for (const [name, part] of Object.entries(properties)) {
    if (!isRecord(part)) continue;
    const present = Object.hasOwn(value, name) ? value[name] : undefined;
    const wanted =
      present === undefined
        ? part["default"]
        : isRecord(present)
          ? fillObject(part, present, depth + 1)
          : present;
    if (wanted === present) continue;
    // A copy, so that neither the call nor the schema is changed by it, nor a prototype by a hostile name.
    if (filled === value) filled = { ...value };
    const own = present === undefined ? structuredClone(wanted) : wanted;
    Object.defineProperty(filled, name, { value: own, enumerable: true, writable: true, configurable: true });
  }
  return filled;
}
