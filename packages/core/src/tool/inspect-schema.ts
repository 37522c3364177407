import { cut } from "../internal/cut.ts";
import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "./json-schema.ts";
import { IN_PLACE, subschemasOf, whyKeywordWrong } from "./schema-keywords.ts";

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 10_000;
const MAX_PLACE = 120;

/** A schema within a schema, with the place it stands at. */
interface Found {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly place: string;
}

/**
 * Why a schema cannot be used, or nothing. It is read once, whole: every keyword that holds schemas must hold
 * schemas, references must lead to a place in it, and following them must come to an end. A tree that contains
 * itself through `properties` or `items` is fine; a schema that must be evaluated before itself is not.
 */
export function whySchemaUnusable(root: unknown): string | undefined {
  const found: Found[] = [];
  const wrong = collect(root, "#", 0, found);
  if (wrong !== undefined) return wrong;
  const targets = new Map<unknown, unknown>();
  for (const { schema, place } of found) {
    const reference = schema["$ref"];
    if (typeof reference !== "string") continue;
    if (!reference.startsWith("#")) return `its schema refers to ${say(reference)}, outside of itself`;
    const target = resolveReference(root, reference, found);
    if (target === undefined)
      return `its schema refers to ${say(reference)}, which is not there (at ${cut(place, MAX_PLACE)})`;
    targets.set(schema, target);
  }
  return findEndless(found, targets);
}

function collect(value: unknown, place: string, depth: number, found: Found[]): string | undefined {
  if (typeof value === "boolean") return undefined;
  if (!isRecord(value)) return `its schema is not one: at ${cut(place, MAX_PLACE)} there is ${say(value)}`;
  if (depth > MAX_DEPTH) return `its schema is nested deeper than ${MAX_DEPTH} levels`;
  found.push({ schema: value, place });
  if (found.length > MAX_SCHEMAS) return `its schema has more than ${MAX_SCHEMAS} parts`;
  for (const [keyword, content] of Object.entries(value)) {
    const wrong = collectKeyword(keyword, content, place, depth, found);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function collectKeyword(
  keyword: string,
  content: unknown,
  place: string,
  depth: number,
  found: Found[],
): string | undefined {
  const inner = subschemasOf(keyword, content);
  const wrong = inner === "wrong" ? "it does not hold schemas" : whyKeywordWrong(keyword, content);
  if (inner === "wrong" || wrong !== undefined) {
    return `its schema is not one: "${keyword}" at ${cut(place, MAX_PLACE)}: ${wrong}`;
  }
  for (const [step, schema] of inner) {
    const reason = collect(schema, `${place}/${step}`, depth + 1, found);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The part of a schema that a local reference names: by JSON Pointer, or by anchor, looked for in the parts. */
export function resolveReference(
  root: unknown,
  reference: string,
  parts: Iterable<{ readonly schema: JsonSchema }>,
): unknown {
  const fragment = reference.slice(1);
  if (fragment === "" || fragment.startsWith("/")) {
    return fragment.split("/").slice(1).reduce(stepInto, root);
  }
  for (const { schema } of parts) {
    if (schema["$anchor"] === fragment || schema["$id"] === reference) return schema;
  }
  return undefined;
}

function stepInto(value: unknown, step: string): unknown {
  const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Looks for a schema that is among the schemas to be evaluated, on the same value, before itself. */
function findEndless(found: readonly Found[], targets: ReadonlyMap<unknown, unknown>): string | undefined {
  const finished = new Set<unknown>();
  const underWay = new Set<unknown>();
  const isEndless = (schema: unknown): boolean => {
    if (!isRecord(schema) || finished.has(schema)) return false;
    if (underWay.has(schema)) return true;
    underWay.add(schema);
    const endless = sameValue(schema, targets).some(isEndless);
    underWay.delete(schema);
    finished.add(schema);
    return endless;
  };
  const first = found.find(({ schema }) => targets.has(schema) && isEndless(schema));
  return first && `its schema refers to itself without end (at ${cut(first.place, MAX_PLACE)})`;
}

function sameValue(
  schema: Readonly<Record<string, unknown>>,
  targets: ReadonlyMap<unknown, unknown>,
): unknown[] {
  const inPlace = Object.keys(schema).filter((keyword) => IN_PLACE.has(keyword));
  return [targets.get(schema), ...inPlace.flatMap((keyword) => schema[keyword])];
}

function say(value: unknown): string {
  return cut(JSON.stringify(value) ?? String(value), MAX_PLACE);
}
