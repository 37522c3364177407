import { canonicalJson } from "../../internal/canonical-json.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { isOpen } from "./both-of.ts";
import type { Rewritten } from "./rewritten.ts";

/**
 * One schema of objects that takes whatever one of several takes: with every parameter of any of them, and requiring
 * what all of them require. A parameter of which an alternative says nothing may be anything there, and here.
 */
export function eitherOf(alternatives: readonly Rewritten[]): Rewritten {
  const [only, second] = alternatives;
  if (only !== undefined && second === undefined) return only;
  const schemas = alternatives.map(({ schema }) => schema);
  const names = new Set(
    schemas.flatMap(({ properties }) => Object.keys(isRecord(properties) ? properties : {})),
  );
  const properties = Object.fromEntries(
    [...names].map((name) => [name, oneOfThese(schemas.flatMap((schema) => parameterIn(schema, name)))]),
  );
  const [first = [], ...others] = schemas.map(({ required }) => (Array.isArray(required) ? required : []));
  const required = first.filter((name) => others.every((list) => list.includes(name)));
  const isClosed = schemas.length > 0 && schemas.every(isClosedTo);
  return {
    schema: {
      ...(names.size === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(isClosed ? { additionalProperties: false } : {}),
    },
    isExact: false,
  };
}

/** What an alternative says of a parameter: nothing at all, where it does not take it. */
function parameterIn(schema: JsonSchema, name: string): readonly unknown[] {
  const { properties, additionalProperties: others = true, patternProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  if (isClosedTo(schema)) return [];
  return [patternProperties === undefined && isRecord(others) ? others : {}];
}

function isClosedTo({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function oneOfThese(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()];
  const telling = distinct.filter((schema) => !isOpen(schema));
  const [only] = telling;
  if (only === undefined) return distinct[0] ?? {};
  const values = telling.length === distinct.length ? valuesOf(telling) : undefined;
  if (values !== undefined) return { enum: values };
  return distinct.length === 1
    ? only
    : { anyOf: telling.length < distinct.length ? [...telling, {}] : telling };
}

/** The values that alternatives are told apart by, where each is known by nothing else. */
function valuesOf(schemas: readonly unknown[]): unknown[] | undefined {
  const lists = schemas.map((schema) => {
    if (!isRecord(schema)) return undefined;
    const { const: value, enum: values, type: _type, ...rest } = schema;
    if (Object.keys(rest).length > 0) return undefined;
    return Array.isArray(values) ? values : Object.hasOwn(schema, "const") ? [value] : undefined;
  });
  if (schemas.length < 2 || lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flat())];
}
