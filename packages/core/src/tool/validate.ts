import { Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "./json-schema.ts";
import type { InputIssue } from "./tool.ts";

// Building a validator walks the schema; a schema object is immutable once it is in the catalog.
const validators = new WeakMap<JsonSchema, Validator>();

/**
 * What is wrong with a value by a JSON Schema: nothing, if the list is empty. A schema that cannot be evaluated
 * (a reference to nowhere, a pattern that is none) finds nothing wrong: the tool itself has the last word.
 */
export function validate(schema: JsonSchema, value: unknown): readonly InputIssue[] {
  if (value === undefined) return [{ path: "", message: "There is nothing." }];
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
