import { format } from "@cfworker/json-schema";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Matcher } from "../pattern/pattern-matcher.ts";
import { CountedSchema } from "./counted-schema.ts";
import { type RelaxingOptions, relaxSchema } from "./relax-schema.ts";
import { holdsOf, schemasWithin } from "./schemas-within.ts";
import { readPatterns } from "./uncheckable.ts";

/** A schema as the validator may have it: nothing in it can keep the validator from coming to an end. */
export interface CheckableSchema {
  readonly schema: CountedSchema;
  readonly patterns: readonly PatternFormat[];
  readonly asksUnique: boolean;
}

/** The format that stands for a pattern. */
export interface PatternFormat {
  readonly name: string;
  readonly pattern: string;
  readonly matches: Matcher;
}

const PREFIX = "plimsoll-pattern-";

// Of no standard, and the validator's expression for it takes twice the time for each further letter.
const ENDLESS_FORMAT = "url";

/**
 * Copies a schema for the validator. Each `pattern` becomes a format, the one thing that the validator lets
 * others check. Where a pattern cannot be checked, the copy asks for less than the schema and never for more.
 */
export function toCheckableSchema(root: JsonSchema): CheckableSchema {
  const { checks, uncheckedNames, uncheckable } = readPatterns(root);
  const patterns: PatternFormat[] = [];
  for (const [pattern, check] of checks) {
    if (check.type === "unchecked") continue;
    patterns.push({ name: `${PREFIX}${patterns.length}`, pattern, matches: check.matches });
  }
  const names = new Map(patterns.map(({ pattern, name }) => [pattern, name]));
  const unchecked = new Set(uncheckable.map(({ pattern }) => pattern));
  const schema = copySchema(root, { names, unchecked, uncheckedNames });
  const asksUnique = [...schemasWithin(root)].some((one) => one.schema["uniqueItems"] === true);
  return { schema, patterns, asksUnique };
}

interface Copying extends RelaxingOptions {
  /** The format of a pattern. */
  readonly names: ReadonlyMap<unknown, string>;
}

function copySchema(schema: JsonSchema, copying: Copying): CountedSchema {
  const copy = new CountedSchema();
  for (const [keyword, content] of Object.entries(relaxSchema(schema, copying))) {
    // The validator's own marks, and what would change the copy's prototype, are not for a schema to set.
    if (keyword.startsWith("__") || keyword === "pattern") continue;
    if (keyword === "format" && !isKnownFormat(content)) continue;
    copy[keyword] = copyContent(keyword, content, copying);
  }
  const name = copying.names.get(schema["pattern"]);
  if (name === undefined) return copy;
  if (copy["format"] === undefined) copy["format"] = name;
  else copy["allOf"] = [...(Array.isArray(copy["allOf"]) ? copy["allOf"] : []), { format: name }];
  return copy;
}

function copyContent(keyword: string, content: unknown, copying: Copying): unknown {
  const copyOne = (one: unknown) => (isRecord(one) ? copySchema(one, copying) : one);
  const holds = holdsOf(keyword);
  if (holds === "data") return content;
  if (Array.isArray(content)) return content.map(copyOne);
  if (holds === "schema" || !isRecord(content)) return copyOne(content);
  return Object.fromEntries(Object.entries(content).map(([step, one]) => [step, copyOne(one)]));
}

// The validator looks a format up in a plain object, where every object's own methods answer too.
function isKnownFormat(name: unknown): boolean {
  if (typeof name !== "string" || name === ENDLESS_FORMAT || name.startsWith(PREFIX)) return false;
  return Object.hasOwn(format, name);
}
