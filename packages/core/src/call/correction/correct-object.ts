import { COST, type Correction, type Corrector, inTurn, type Place, within } from "./correction.ts";
import { type Choice, nearestChoice, sameChoice, toChoices } from "./nearest-choice.ts";
import { listOf, recordOf } from "./schema-reader.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Gives properties their right names, corrects each of them, and fills in the ones that are missing. */
export function correctObject(
  corrector: Corrector,
  schema: Keywords,
  sent: Readonly<Record<string, unknown>>,
  place: Place,
): Correction {
  const named = nameProperties(corrector, schema, sent, place);
  let { cost } = named;
  // Entries, not assignments: a property called `__proto__` stays a property.
  const entries = new Map<string, unknown>();
  const required = new Set(listOf(schema["required"]));
  for (const [name, value] of named.entries) {
    const parts = partsFor(schema, name);
    if (value === null && !required.has(name) && !parts.every((part) => corrector.fits(part, null))) {
      cost += COST.converted;
      continue;
    }
    const correction = inTurn(
      value,
      parts.map((part) => (before) => corrector.correct(part, before, within(place, name))),
    );
    cost += correction.cost;
    entries.set(name, correction.value);
  }
  for (const name of missingOf(schema, entries)) {
    const filled = corrector.fill(propertySchema(corrector, schema, name, place), within(place, name));
    cost += filled === undefined ? COST.unfit : COST.filled;
    if (filled !== undefined) entries.set(name, filled.value);
  }
  return { value: Object.fromEntries(entries), cost };
}

/** The entries under the names the schema knows; what it knows no name for is dropped where it must be. */
function nameProperties(
  corrector: Corrector,
  schema: Keywords,
  sent: Readonly<Record<string, unknown>>,
  place: Place,
): { readonly entries: readonly (readonly [string, unknown])[]; readonly cost: number } {
  const known = knownNames(corrector, schema, place);
  const unknown = Object.keys(sent).filter(
    (name) => !known.has(name) && patternsFor(schema, name).length === 0,
  );
  const closed = schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;
  // Where a strange property may stand, only one that is missed tells that it stands under a wrong name.
  const wanted = closed ? [...known] : listOf(schema["required"]).filter((name) => typeof name === "string");
  const renamed = pairNames(
    unknown,
    wanted.filter((name) => !Object.hasOwn(sent, name)),
  );
  const dropped = new Set(closed ? unknown.filter((name) => !renamed.has(name)) : []);
  const kept = Object.entries(sent).filter(([name]) => !dropped.has(name));
  return {
    entries: kept.map(([name, value]) => [renamed.get(name) ?? name, value]),
    cost: renamed.size * COST.converted + dropped.size * COST.lost,
  };
}

function knownNames(corrector: Corrector, schema: Keywords, place: Place): ReadonlySet<string> {
  // `additionalProperties` looks at its own neighbours only.
  if (schema["additionalProperties"] === false) return new Set(Object.keys(recordOf(schema["properties"])));
  return new Set([schema, ...place.around].flatMap((part) => [...corrector.propertiesOf(part).keys()]));
}

/** Which strange name means which missing one; names that are the same but for their casing are served first. */
function pairNames(unknown: readonly string[], missing: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  let left = toChoices(missing);
  const pair = (name: string, meant: Choice<string> | undefined): void => {
    if (meant === undefined) return;
    pairs.set(name, meant.value);
    left = left.filter((choice) => choice !== meant);
  };
  for (const name of unknown) pair(name, sameChoice(name, left));
  for (const name of unknown) if (!pairs.has(name) && left.length > 0) pair(name, nearestChoice(name, left));
  return pairs;
}

/** The schemas one property is held to. */
function partsFor(schema: Keywords, name: string): readonly unknown[] {
  const properties = recordOf(schema["properties"]);
  const parts = [
    ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...patternsFor(schema, name),
  ];
  return parts.length > 0 ? parts : [schema["additionalProperties"] ?? true];
}

function patternsFor(schema: Keywords, name: string): readonly unknown[] {
  return Object.entries(recordOf(schema["patternProperties"]))
    .filter(([pattern]) => matches(pattern, name))
    .map(([, part]) => part);
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

/** What is required, or required because of what is there, and is not there. */
function missingOf(schema: Keywords, present: ReadonlyMap<string, unknown>): readonly string[] {
  const dependent = ["dependentRequired", "dependencies"].flatMap((keyword) =>
    Object.entries(recordOf(schema[keyword]))
      .filter(([name]) => present.has(name))
      .flatMap(([, names]) => listOf(names)),
  );
  const required = [...listOf(schema["required"]), ...dependent].filter((name) => typeof name === "string");
  return [...new Set(required)].filter((name) => !present.has(name));
}

/** The schema of a property that is missing: `required` often stands apart from `properties`. */
function propertySchema(corrector: Corrector, schema: Keywords, name: string, place: Place): unknown {
  const own = partsFor(schema, name)[0];
  if (own !== true) return own;
  const known = [schema, ...place.around].map((part) => corrector.propertiesOf(part).get(name));
  return known.find((part) => part !== undefined) ?? true;
}
