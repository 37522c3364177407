import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { InputIssue, InputParser } from "./tool.ts";

/** A schema of any library that can check a value and say itself as JSON Schema (Zod 4, ArkType, …). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** What a handler receives after a schema has parsed the arguments. */
export type InferOutput<Schema extends StandardSchema> = StandardSchemaV1.InferOutput<Schema>;

/** Tells a Standard Schema from plain JSON Schema. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}

/** The schema as JSON Schema, as the caller must fill it in: before defaults and transformations. */
export function toInputJsonSchema(schema: StandardSchema): JsonSchema {
  // A schema that does not name its dialect is of 2020-12, so the name is left out of what a model pays for.
  const { vendor, jsonSchema } = schema["~standard"];
  const libraryOptions = vendor === "zod" ? ZOD_OPTIONS : undefined;
  const { $schema: _dialect, ...rest } = jsonSchema.input({ target: "draft-2020-12", libraryOptions });
  return rest;
}

/**
 * JSON has no dates. One that Zod makes of a text is that text to the caller; one that must be a date already
 * could never be given, so it stays the error that it is.
 */
const ZOD_OPTIONS = {
  unrepresentable: ({ zodSchema }: { readonly zodSchema: ZodLike }): JsonSchema | "throw" => {
    const { type, coerce } = zodSchema._zod.def;
    return type === "date" && coerce === true ? { type: "string", format: "date-time" } : "throw";
  },
};

interface ZodLike {
  readonly _zod: { readonly def: { readonly type?: unknown; readonly coerce?: unknown } };
}

/** The schema's own check as an input parser. */
export function toInputParser(schema: StandardSchema): InputParser {
  return async (value) => {
    const result = await schema["~standard"].validate(value);
    if (result.issues === undefined) return { type: "ok", value: result.value };
    return { type: "invalid", issues: result.issues.map(toIssue) };
  };
}

function toIssue(issue: StandardSchemaV1.Issue): InputIssue {
  const keys = (issue.path ?? []).map((part) => (isRecord(part) ? part["key"] : part));
  return { path: keys.map((key) => `/${String(key)}`).join(""), message: issue.message };
}
