import { isRecord } from "../internal/is-record.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

const MAX_DEPTH = 20;

/** A definition as OpenAI's models are given it: a TypeScript type, descriptions as comments. */
export function renderAsType({ name, description, inputSchema }: ToolDefinition): string {
  const comment = description === "" ? "" : `// ${description}\n`;
  const properties = inputSchema["properties"];
  const takes =
    isRecord(properties) && Object.keys(properties).length > 0 ? `_: ${typeOf(inputSchema, 0)}` : "";
  return `${comment}type ${name} = (${takes}) => any;\n`;
}

function typeOf(schema: unknown, depth: number): string {
  if (!isRecord(schema) || depth > MAX_DEPTH) return "any";
  const { type, enum: values, const: constant, items, anyOf, oneOf } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (constant !== undefined) return JSON.stringify(constant);
  const variants = anyOf ?? oneOf;
  if (Array.isArray(variants)) return variants.map((variant) => typeOf(variant, depth + 1)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(" | ");
  if (type === "array") return `${typeOf(items, depth + 1)}[]`;
  if (type === "object") return objectType(schema, depth);
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "any";
}

function objectType(schema: Readonly<Record<string, unknown>>, depth: number): string {
  const properties = schema["properties"];
  if (!isRecord(properties)) return "object";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const lines = Object.entries(properties).flatMap(([key, property]) => {
    const said = isRecord(property) ? property["description"] : undefined;
    const comment = typeof said === "string" && said !== "" ? [`// ${said}`] : [];
    return [...comment, `${key}${required.includes(key) ? "" : "?"}: ${typeOf(property, depth + 1)},`];
  });
  return `{\n${lines.join("\n")}\n}`;
}
