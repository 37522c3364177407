import { dereference, type Schema, validate } from "@cfworker/json-schema";
import { isRecord } from "../../internal/is-record.ts";
import { EffortSpent } from "../../tool/checking/effort.ts";
import { draftOf } from "../../tool/draft-of.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";

/** Reads the parts of one schema: what fits a part, where its references lead, which properties it knows. */
export interface SchemaReader {
  fits(part: unknown, value: unknown): boolean;
  /** The part that a part refers to, if it does. */
  referenced(part: unknown): unknown;
  /** The properties a part names, itself or through the parts that look at the same value. */
  propertiesOf(part: unknown): ReadonlyMap<string, unknown>;
}

/** Opens a schema for reading; references of its parts lead to places of the whole. */
export function readSchema(root: JsonSchema): SchemaReader {
  const draft = draftOf(root);
  const lookup = dereference(root);
  const properties = new Map<unknown, ReadonlyMap<string, unknown>>();

  function fits(part: unknown, value: unknown): boolean {
    if (value === undefined) return false;
    if (typeof part !== "boolean" && !isRecord(part)) return true;
    try {
      return validate(value, part, draft, lookup).valid;
    } catch (cause) {
      if (cause instanceof EffortSpent) throw cause;
      // As in `validate`: a schema that cannot be evaluated finds nothing wrong.
      return true;
    }
  }

  function referenced(part: unknown): unknown {
    const target = isRecord(part) ? (part as Schema).__absolute_ref__ : undefined;
    return target === undefined ? undefined : lookup[target];
  }

  function propertiesOf(part: unknown): ReadonlyMap<string, unknown> {
    const before = properties.get(part);
    if (before !== undefined) return before;
    const found = new Map<string, unknown>();
    gather(part, found, new Set());
    properties.set(part, found);
    return found;
  }

  function gather(part: unknown, found: Map<string, unknown>, seen: Set<unknown>): void {
    if (!isRecord(part) || seen.has(part)) return;
    seen.add(part);
    for (const [name, schema] of Object.entries(recordOf(part["properties"]))) {
      if (!found.has(name)) found.set(name, schema);
    }
    const inPlace = ["allOf", "anyOf", "oneOf", "then", "else"].flatMap((keyword) => part[keyword] ?? []);
    for (const inner of [referenced(part), ...inPlace]) gather(inner, found, seen);
  }

  return { fits, referenced, propertiesOf };
}

/** What a keyword holds, where it holds things by name; nothing otherwise. */
export function recordOf(content: unknown): Readonly<Record<string, unknown>> {
  return isRecord(content) ? content : {};
}

/** What a keyword holds, where it holds a list; nothing otherwise. */
export function listOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}
