import { isRecord } from "../../internal/is-record.ts";
import { parseJson } from "./json-value.ts";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** The types a schema allows by its own word; none, if it says nothing of types. */
export function typesOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  return [schema["type"] ?? []].flat().filter((type) => typeof type === "string");
}

/** Whether a value is of a type, in the words of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/**
 * A value in other types that mean the same, likeliest first. What can be read as the type comes before what is
 * only put into its form: of "[1]" the array is [1], not ["[1]"].
 */
export function convertTo(types: readonly string[], value: unknown): readonly unknown[] {
  const read = types.flatMap((type) => readAs(type, value));
  const unwrapped = Array.isArray(value) && value.length === 1 ? unwrap(types, value[0]) : [];
  const text = types.includes("string") ? toText(value) : [];
  const wrapped =
    types.includes("array") && !Array.isArray(value) && value !== null && value !== undefined
      ? [[value]]
      : [];
  return [...read, ...unwrapped, ...text, ...wrapped];
}

function unwrap(types: readonly string[], value: unknown): readonly unknown[] {
  return types.some((type) => isOfType(value, type)) ? [value] : types.flatMap((type) => readAs(type, value));
}

function readAs(type: string, value: unknown): readonly unknown[] {
  if (typeof value !== "number" && typeof value !== "string") return [];
  const text = String(value).trim();
  const read = READERS.get(type)?.(text);
  return read === undefined ? [] : [read];
}

/** How a text is read as a type; nothing, where it says something else. */
const READERS: ReadonlyMap<string, (text: string) => unknown> = new Map([
  // A number with a fraction is a step on the way to an integer; its range is looked at next.
  ["integer", toNumber],
  ["number", toNumber],
  ["boolean", (text) => BOOLEANS.get(text.toLowerCase())],
  ["null", (text) => (text.toLowerCase() === "null" ? null : undefined)],
  ["array", (text) => ifOfType("array", parseJson(text))],
  ["object", (text) => ifOfType("object", parseJson(text))],
]);

function toNumber(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function ifOfType(type: string, value: unknown): unknown {
  return isOfType(value, type) ? value : undefined;
}

/** Objects and lists become their JSON: a text that holds JSON is what such a parameter asks for. */
function toText(value: unknown): readonly string[] {
  if (value === null || value === undefined || typeof value === "string") return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
