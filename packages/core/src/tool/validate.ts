import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { cut } from "../internal/cut.ts";
import { isNestedDeeper, MAX_NESTING } from "../internal/nesting.ts";
import { type CheckableSchema, toCheckableSchema } from "./checking/checkable-schema.ts";
import { compareEffort } from "./checking/compare-effort.ts";
import { EffortSpent, resetEffort, spendEffort } from "./checking/effort.ts";
import { usePatterns } from "./checking/use-patterns.ts";
import { draftOf } from "./draft-of.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { InputIssue } from "./tool.ts";

interface Prepared extends Omit<CheckableSchema, "schema"> {
  readonly validator: Validator;
}

// Preparing walks the schema; a schema object is immutable once it is in the catalog.
const prepared = new WeakMap<JsonSchema, Prepared | "unusable">();

const MAX_PATTERN = 120;

/**
 * What is wrong with a value by a JSON Schema: nothing, if the list is empty. A schema that cannot be evaluated
 * (a reference to nowhere) finds nothing wrong, and a pattern that cannot be is passed over: the tool itself has
 * the last word. A value that cannot be checked, for its depth or size, is wrong.
 */
export function validate(schema: JsonSchema, value: unknown): readonly InputIssue[] {
  if (value === undefined) return [wrong("There is nothing.")];
  if (isNestedDeeper(value)) return [wrong(`It is nested deeper than ${MAX_NESTING} levels.`)];
  resetEffort();
  const ready = prepare(schema);
  if (ready === "unusable") return [];
  try {
    return findIssues(ready, value);
  } catch (cause) {
    const reason = whyUnchecked(cause);
    return reason === undefined ? [] : [wrong(reason)];
  }
}

function prepare(schema: JsonSchema): Prepared | "unusable" {
  let ready = prepared.get(schema);
  if (ready === undefined) {
    ready = "unusable";
    try {
      const { schema: copy, ...rest } = toCheckableSchema(schema);
      ready = { ...rest, validator: new Validator(copy, draftOf(schema), false) };
    } catch {
      // Stays unusable.
    }
    prepared.set(schema, ready);
  }
  return ready;
}

function findIssues({ validator, patterns, asksUnique }: Prepared, value: unknown): readonly InputIssue[] {
  if (asksUnique) spendEffort(compareEffort(value));
  usePatterns(patterns);
  const { valid, errors } = validator.validate(value);
  if (valid) return [];
  // The validator reports every level on the way down; the innermost ones say what to change.
  const innermost = errors.filter(({ keyword }) => !STRUCTURAL.has(keyword));
  return (innermost.length > 0 ? innermost : errors).map((unit) => ({
    path: unit.instanceLocation.replace(/^#/, ""),
    message: messageOf(unit, patterns),
  }));
}

function messageOf({ keyword, error }: OutputUnit, patterns: Prepared["patterns"]): string {
  const failed = keyword === "format" && patterns.find(({ name }) => error.endsWith(`"${name}".`));
  return failed ? `String does not match pattern "${cut(failed.pattern, MAX_PATTERN)}".` : error;
}

/** What about a value kept it from being checked; nothing, if it was the schema. */
function whyUnchecked(cause: unknown): string | undefined {
  if (cause instanceof EffortSpent)
    return "It takes too long to check against the schema. Send less at once.";
  // The validator hands on lists of errors as arguments, and the engine takes only so many.
  if (cause instanceof RangeError) return "There is too much wrong with it to say.";
  if (cause instanceof URIError) return "It has a property whose name is not well-formed Unicode.";
  return undefined;
}

function wrong(message: string): InputIssue {
  return { path: "", message };
}

const STRUCTURAL = new Set(["properties", "items", "allOf", "$ref", "prefixItems", "dependentSchemas"]);
