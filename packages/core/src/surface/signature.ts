import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "../tool/json-schema.ts";

const MAX_OPTIONAL = 8;
const MAX_ENUM_VALUES = 6;
const MAX_DEPTH = 2;

/**
 * A tool's parameters as a line that reads like TypeScript:
 *
 *     create_issue(repo: string, title: string, body?: string, labels?: string[])
 *
 * Required parameters come first and are never left out; `…` marks what was shortened.
 */
export function toSignature(name: string, schema: JsonSchema): string {
  return `${name}(${parametersOf(schema, 0)})`;
}

function parametersOf(schema: JsonSchema, depth: number): string {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const requiredNames = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const required = new Set(requiredNames);
  const first = [...required].map((key) => `${key}: ${typeOf(properties[key], depth)}`);
  const optional = Object.keys(properties).filter((key) => !required.has(key));
  const shown = optional.slice(0, MAX_OPTIONAL).map((key) => `${key}?: ${typeOf(properties[key], depth)}`);
  const more = optional.length > MAX_OPTIONAL ? ["…"] : [];
  return [...first, ...shown, ...more].join(", ");
}

function typeOf(schema: unknown, depth: number): string {
  if (!isRecord(schema)) return "unknown";
  const { type, enum: values, const: constant, items, anyOf, oneOf } = schema;
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  if (constant !== undefined) return JSON.stringify(constant);
  const variants = anyOf ?? oneOf;
  if (Array.isArray(variants)) return union(variants.map((variant) => typeOf(variant, depth + 1)));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, depth)));
  if (type === "array") return depth >= MAX_DEPTH ? "…[]" : `${wrap(typeOf(items, depth + 1))}[]`;
  if (type === "object") return objectType(schema, depth);
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "unknown";
}

function objectType(schema: Record<string, unknown>, depth: number): string {
  const properties = schema["properties"];
  if (!isRecord(properties) || Object.keys(properties).length === 0) return "object";
  if (depth >= MAX_DEPTH - 1) return "{…}";
  return `{ ${parametersOf(schema, depth + 1)} }`;
}

function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  const shown = unique.slice(0, MAX_ENUM_VALUES);
  return [...shown, ...(unique.length > shown.length ? ["…"] : [])].join(" | ");
}

function wrap(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}
