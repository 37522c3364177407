import { isRecord } from "../internal/is-record.ts";
import { toCheckableSchema } from "../tool/checking/checkable-schema.ts";
import { usePatterns } from "../tool/checking/use-patterns.ts";
import type { JsonSchema } from "../tool/json-schema.ts";
import { validate } from "../tool/validate.ts";
import type { Corrector, Place } from "./correction/correction.ts";
import { createCorrector } from "./correction/create-corrector.ts";
import { isSmallJson, parseJson } from "./correction/json-value.ts";

const ROUNDS = 2;

const WRAPPERS = new Set(["arguments", "input", "params"]);

/** The arguments as sent, changed as little as needed to fit the schema; nothing, if no such change is found. */
export function correctArguments(
  schema: JsonSchema,
  sent: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const read = typeof sent === "string" ? parseJson(sent) : sent;
  if (read !== undefined && !isSmallJson(read)) return undefined;
  if (validate(schema, sent).length === 0) return undefined;
  try {
    return correct(schema, read);
  } catch {
    // It takes more work than a check may; the schema alone has to do.
    return undefined;
  }
}

function correct(schema: JsonSchema, read: unknown): Readonly<Record<string, unknown>> | undefined {
  const copy = toCheckableSchema(schema);
  usePatterns(copy.patterns);
  const corrector = createCorrector(copy.schema);
  const place: Place = { name: "value", ordinal: 0, depth: 0, isMadeUp: false, around: [] };
  let value: unknown = unwrap(corrector, copy.schema, toRecord(read));
  // A property that another one asks for is known only once that one stands under its right name.
  for (let round = 0; round < ROUNDS; round++) {
    value = corrector.correct(copy.schema, value, place).value;
    if (isRecord(value) && validate(schema, value).length === 0) return value;
  }
  return undefined;
}

/** Arguments are an object. What cannot be read as one leaves an example of what is required. */
function toRecord(read: unknown): Readonly<Record<string, unknown>> {
  const only = Array.isArray(read) && read.length === 1 ? read[0] : read;
  return isRecord(only) ? only : {};
}

/** Takes arguments out of the object they were put into once too often. */
function unwrap(
  corrector: Corrector,
  schema: JsonSchema,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const [name, ...others] = Object.keys(given);
  if (name === undefined || others.length > 0 || !WRAPPERS.has(name)) return given;
  if (corrector.propertiesOf(schema).has(name)) return given;
  const inner = given[name];
  const read = typeof inner === "string" ? parseJson(inner) : inner;
  return isRecord(read) ? read : given;
}
