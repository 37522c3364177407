import type { JsonSchema } from "@plimsoll/core";
import fc from "fast-check";
import { validate } from "../../src/tool/validate.ts";

type Json = Record<string, unknown>;

/** Names of which no two are alike, in the casings people give them. */
const NAMES = ["repo", "pageSize", "user_id", "dry-run", "title", "count", "isOpen"];

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    { type: "string" },
    { type: "string", minLength: 2, maxLength: 9 },
    { type: "string", format: "date" },
    { type: "string", format: "uuid" },
    { enum: ["open", "closed", "in_progress"] },
    { type: "boolean" },
    { type: "number" },
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: ["integer", "null"] },
  ),
  fc
    .record({ minimum: fc.integer({ min: -20, max: 20 }), size: fc.nat(30) })
    .map(({ minimum, size }) => ({ type: "integer", minimum, maximum: minimum + size })),
);

const { schema, object } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: leaf },
    { weight: 1, arbitrary: tie("object") },
    { weight: 1, arbitrary: fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) },
    {
      weight: 1,
      arbitrary: fc
        .record({ items: tie("schema"), minItems: fc.nat(1), maxItems: fc.integer({ min: 1, max: 3 }) })
        .map((keywords) => ({ type: "array", ...keywords })),
    },
  ),
  object: fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
      closed: fc.boolean(),
    })
    .chain(({ properties, closed }) =>
      fc.subarray(Object.keys(properties)).map((required) => ({
        type: "object",
        properties,
        required,
        ...(closed ? { additionalProperties: false } : {}),
      })),
    ),
}));

/** Any schema: texts, choices, ranges, formats, lists, objects and branches, within each other. */
export const aSchema: fc.Arbitrary<JsonSchema> = schema;

/** The schema of a tool's arguments. */
export const objectSchema: fc.Arbitrary<JsonSchema> = object;

/** Values that fit one of these schemas. */
export function fittingValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (Array.isArray(schema["anyOf"])) return fc.oneof(...(schema["anyOf"] as JsonSchema[]).map(fittingValue));
  switch (schema["type"]) {
    case "string":
      return textOf(schema);
    case "boolean":
      return fc.boolean();
    case "number":
      return fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000);
    case "integer":
      return fc.integer({ min: Number(schema["minimum"]), max: Number(schema["maximum"]) });
    case "array":
      return fc.array(fittingValue(schema["items"] as JsonSchema), {
        minLength: Number(schema["minItems"]),
        maxLength: Number(schema["maxItems"]),
      });
    case "object":
      return fc.record(
        Object.fromEntries(propertiesOf(schema).map(([name, part]) => [name, fittingValue(part)])),
        { requiredKeys: schema["required"] as string[], noNullPrototype: true },
      );
    default:
      return fc.oneof(fc.integer(), fc.constant(null));
  }
}

function textOf({ format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === "date") return fc.constantFrom("2024-02-29", "1999-12-31");
  if (format === "uuid") return fc.uuid();
  return fc.string({ minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 20) });
}

/** A value with a fault for each choice: something retyped, renamed, dropped or wrapped, anywhere in it. */
export function damages(value: unknown, choices: readonly number[]): fc.Arbitrary<unknown> {
  return fc
    .array(fc.jsonValue({ maxDepth: 1 }), { minLength: choices.length, maxLength: choices.length })
    .map((others) =>
      choices.reduce((damaged: unknown, choice, at) => damage(damaged, choice, others[at]), value),
    );
}

function damage(value: unknown, choice: number, other: unknown): unknown {
  const rest = Math.floor(choice / 5);
  if (isObject(value) && choice % 5 < 4) {
    const name = Object.keys(value)[rest % Math.max(1, Object.keys(value).length)];
    if (name === undefined) return { [`x${rest}`]: other };
    const { [name]: inner, ...others } = value;
    if (choice % 5 === 0) return others;
    if (choice % 5 === 1) return { ...others, [recase(name)]: inner };
    return { ...others, [name]: damage(inner, rest, other) };
  }
  const asText = isObject(value) ? "[object Object]" : String(value);
  const retyped = [other, asText, [value], { value }, JSON.stringify(value)];
  return retyped[choice % retyped.length];
}

/** Arguments with one fault that loses nothing, in every place where there can be one. */
export function reversibleDamages(schema: JsonSchema, value: unknown): readonly unknown[] {
  const wrapped = ["arguments", "input", "params"].map((name) => ({ [name]: value }));
  return [...wrapped, ...(isObject(value) ? damagesIn(schema, value) : [])];
}

function damagesIn(schema: JsonSchema, value: Json): readonly unknown[] {
  return propertiesOf(schema)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([name, part]) => {
      const { [name]: inner, ...others } = value;
      const isMissed =
        schema["additionalProperties"] === false || (schema["required"] as string[]).includes(name);
      const retyped = typeof inner === "number" || typeof inner === "boolean" ? [String(inner)] : [];
      const changed = part["type"] === "object" && isObject(inner) ? damagesIn(part, inner) : retyped;
      return [
        ...(isMissed ? [{ ...others, [recase(name)]: inner }] : []),
        // What a branch makes of a text depends on the other branches.
        ...(part["anyOf"] === undefined ? changed.map((one) => ({ ...value, [name]: one })) : []),
      ];
    });
}

/** Whether there is a fault at all: an open schema without required properties takes any wrapping. */
export function isReversible(schema: JsonSchema, sent: unknown): boolean {
  return sent !== undefined && validate(schema, sent).length > 0;
}

function recase(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[\s_-]/);
  const camel = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
  return camel === name ? name.toUpperCase() : camel;
}

function propertiesOf(schema: JsonSchema): readonly [string, JsonSchema][] {
  return Object.entries(schema["properties"] as Record<string, JsonSchema>);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
