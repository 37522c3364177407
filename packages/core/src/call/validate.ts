import { Validator } from "@cfworker/json-schema";
import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "../tool/json-schema.ts";
import type { InputIssue } from "../tool/tool.ts";

// Building a validator walks the schema; a schema object is immutable once it is in the catalog.
const validators = new WeakMap<JsonSchema, Validator>();

/**
 * What is wrong with a value by a JSON Schema: nothing, if the list is empty. A schema that cannot be evaluated
 * (a reference to nowhere, a pattern that is none) finds nothing wrong: the tool itself has the last word.
 */
export function validate(schema: JsonSchema, value: unknown): readonly InputIssue[] {
  try {
    return findIssues(schema, value);
  } catch {
    return [];
  }
}

function findIssues(schema: JsonSchema, value: unknown): readonly InputIssue[] {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = new Validator(schema, draftOf(schema), false);
    validators.set(schema, validator);
  }
  const { valid, errors } = validator.validate(value);
  if (valid) return [];
  // The validator reports every level on the way down; the innermost ones say what to change.
  const innermost = errors.filter(({ keyword }) => !STRUCTURAL.has(keyword));
  return (innermost.length > 0 ? innermost : errors).map((unit) => ({
    path: unit.instanceLocation.replace(/^#/, ""),
    message: unit.error,
  }));
}

const STRUCTURAL = new Set(["properties", "items", "allOf", "$ref", "prefixItems", "dependentSchemas"]);

function draftOf(schema: JsonSchema): "7" | "2020-12" {
  const dialect = schema["$schema"];
  return typeof dialect === "string" && /draft-0[4-7]/.test(dialect) ? "7" : "2020-12";
}

/** What became of a call's arguments. */
export type ParsedArguments =
  | { readonly type: "ok"; readonly value: Record<string, unknown> }
  | { readonly type: "invalid"; readonly issue: InputIssue };

/** Arguments are an object; a JSON text of one is parsed; nothing else is coerced. */
export function parseArguments(value: unknown): ParsedArguments {
  if (value === undefined || value === null || value === "") return { type: "ok", value: {} };
  if (isRecord(value)) return { type: "ok", value };
  if (typeof value === "string") {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isRecord(parsed)) return { type: "ok", value: parsed };
    } catch {
      return notAnObject("a text that is not JSON");
    }
  }
  return notAnObject(Array.isArray(value) ? "an array" : `a ${typeof value}`);
}

function notAnObject(what: string): ParsedArguments {
  return {
    type: "invalid",
    issue: { path: "", message: `The arguments must be an object, and are ${what}.` },
  };
}
