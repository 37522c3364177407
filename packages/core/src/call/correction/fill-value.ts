import { isRecord } from "../../internal/is-record.ts";
import { typesOf } from "./convert-type.ts";
import { COST, type Correction, type Corrector, inside, type Place } from "./correction.ts";
import { nearestNumber } from "./nearest-number.ts";
import { placeholderTexts } from "./placeholder-text.ts";
import { listOf } from "./schema-reader.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** The first value that fits of what a schema offers itself, and then of what can be made up from it. */
export function fillValue(corrector: Corrector, schema: unknown, place: Place): Correction | undefined {
  if (schema === false) return undefined;
  const keywords = isRecord(schema) ? schema : {};
  for (const value of offersOf(keywords, place.ordinal)) {
    if (corrector.fits(schema, value)) return { value, cost: COST.filled };
  }
  for (const value of seedsOf(corrector, keywords, place)) {
    const correction = isContainer(value)
      ? corrector.correct(schema, value, { ...place, isMadeUp: true })
      : { value, cost: 0 };
    if (corrector.fits(schema, correction.value)) return { value: correction.value, cost: COST.filled };
  }
  return undefined;
}

/** Placeholders of one array take different values of an enum, as far as there are some. */
function offersOf(schema: Keywords, ordinal: number): readonly unknown[] {
  const allowed = listOf(schema["enum"]);
  const from = allowed.length === 0 ? 0 : ordinal % allowed.length;
  const given = ["default", "const"].filter((keyword) => Object.hasOwn(schema, keyword));
  return [
    ...given.map((keyword) => schema[keyword]),
    ...allowed.slice(from),
    ...allowed.slice(0, from),
    ...listOf(schema["examples"]),
  ];
}

/** Values to begin with: by the type a schema says, by what it refers to and by its branches, in that order. */
function* seedsOf(corrector: Corrector, schema: Keywords, place: Place): Generator<unknown> {
  for (const type of likelyTypes(schema)) yield* seedsOfType(schema, type, place);
  const inner = [
    corrector.referenced(schema),
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => schema[keyword]),
  ];
  for (const part of inner) {
    const filled = part === undefined ? undefined : corrector.fill(part, inside(place, schema));
    if (filled !== undefined) yield filled.value;
  }
  // Where nothing is said of types, a text shows best what belongs there.
  yield* placeholderTexts(schema, place.name, place.ordinal);
  yield {};
}

function* seedsOfType(schema: Keywords, type: string, place: Place): Generator<unknown> {
  if (type === "object") yield {};
  if (type === "array") yield [];
  if (type === "string") yield* placeholderTexts(schema, place.name, place.ordinal);
  if (type === "integer" || type === "number") yield nearestNumber({ ...schema, type }, place.ordinal);
  if (type === "boolean") yield place.ordinal % 2 === 1;
  if (type === "null") yield null;
}

/** `null` comes last: it is allowed, but shows nothing. */
function likelyTypes(schema: Keywords): readonly string[] {
  const types = typesOf(schema);
  if (types.length > 0)
    return [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")];
  return TYPE_HINTS.filter(([keyword]) => Object.hasOwn(schema, keyword)).map(([, type]) => type);
}

const TYPE_HINTS: readonly (readonly [string, string])[] = [
  ["properties", "object"],
  ["required", "object"],
  ["items", "array"],
  ["minItems", "array"],
  ["format", "string"],
  ["minLength", "string"],
  ["maxLength", "string"],
  ["minimum", "number"],
  ["maximum", "number"],
];

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
