import type { JsonSchema } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";

const HINT = "x-mcp-header";
const NAME_MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/**
 * A schema without the wish to have parameters repeated as HTTP headers: the gateway reads calls from their bodies
 * alone, and a client that drops tools with a wish it cannot fulfil keeps this one.
 */
export function stripHeaderHints(schema: JsonSchema): JsonSchema {
  return JSON.stringify(schema).includes(`"${HINT}"`) ? (strip(schema) as JsonSchema) : schema;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== HINT)
      .map(([key, inner]) => [
        key,
        NAME_MAPS.has(key) && isRecord(inner) ? stripValues(inner) : strip(inner),
      ]),
  );
}

// A parameter may be called like the hint.
function stripValues(map: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(map).map(([name, inner]) => [name, strip(inner)]));
}
