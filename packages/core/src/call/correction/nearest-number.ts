import { typesOf } from "./convert-type.ts";

/** The number nearest to a given one that a schema's range and step allow; nothing, if its range is empty. */
export function nearestNumber(schema: Readonly<Record<string, unknown>>, wanted: number): number | undefined {
  const step = stepOf(schema);
  if (isAllowed(schema, step, wanted)) return wanted;
  const low = Math.max(
    atLeast(numberIn(schema, "minimum"), step),
    above(numberIn(schema, "exclusiveMinimum"), step),
  );
  // What is most is what is least, seen in a mirror.
  const high = -Math.max(
    atLeast(negative(numberIn(schema, "maximum")), step),
    above(negative(numberIn(schema, "exclusiveMaximum")), step),
  );
  if (low <= high) {
    const nearest = Math.min(Math.max(onStep(wanted, step), low), high);
    return step === undefined ? nearest : tidy(nearest);
  }
  // Between two open ends less than 2 apart there is the middle.
  return step === undefined ? middleOf(schema) : undefined;
}

function isAllowed(
  schema: Readonly<Record<string, unknown>>,
  step: number | undefined,
  value: number,
): boolean {
  return (
    value >= (numberIn(schema, "minimum") ?? value) &&
    value <= (numberIn(schema, "maximum") ?? value) &&
    value > (numberIn(schema, "exclusiveMinimum") ?? Number.NEGATIVE_INFINITY) &&
    value < (numberIn(schema, "exclusiveMaximum") ?? Number.POSITIVE_INFINITY) &&
    (step === undefined || Number.isInteger(tidy(value / step)))
  );
}

function stepOf(schema: Readonly<Record<string, unknown>>): number | undefined {
  const multiple = numberIn(schema, "multipleOf");
  const types = typesOf(schema);
  const isWhole = types.includes("integer") && !types.includes("number");
  if (multiple === undefined || multiple <= 0) return isWhole ? 1 : undefined;
  return multiple;
}

function onStep(value: number, step: number | undefined): number {
  return step === undefined ? value : Math.round(value / step) * step;
}

function atLeast(bound: number | undefined, step: number | undefined): number {
  if (bound === undefined) return Number.NEGATIVE_INFINITY;
  return step === undefined ? bound : Math.ceil(tidy(bound / step)) * step;
}

/** Above an open end there is no nearest number: one more reads best. */
function above(bound: number | undefined, step: number | undefined): number {
  if (bound === undefined) return Number.NEGATIVE_INFINITY;
  return step === undefined ? bound + 1 : (Math.floor(tidy(bound / step)) + 1) * step;
}

function middleOf(schema: Readonly<Record<string, unknown>>): number | undefined {
  const low = numberIn(schema, "exclusiveMinimum") ?? numberIn(schema, "minimum");
  const high = numberIn(schema, "exclusiveMaximum") ?? numberIn(schema, "maximum");
  return low === undefined || high === undefined ? undefined : tidy((low + high) / 2);
}

function numberIn(schema: Readonly<Record<string, unknown>>, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}

/** Three steps of 0.1 are 0.3, not 0.30000000000000004; and there is one zero. */
function tidy(value: number): number {
  return (Number.isInteger(value) ? value : Number(value.toPrecision(12))) + 0;
}
