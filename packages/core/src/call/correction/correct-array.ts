import { canonicalJson } from "../../internal/canonical-json.ts";
import { COST, type Correction, type Corrector, type Place, within } from "./correction.ts";
import { listOf } from "./schema-reader.ts";

/** Corrects the items one by one; then drops what is double or too much, and fills up what is missing. */
export function correctArray(
  corrector: Corrector,
  schema: Readonly<Record<string, unknown>>,
  sent: readonly unknown[],
  place: Place,
): Correction {
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  let cost = 0;
  const corrected = sent.map((item, at) => {
    const correction = corrector.correct(itemSchema(schema, at), item, within(place));
    cost += correction.cost;
    return correction.value;
  });
  const items = (schema["uniqueItems"] === true ? withoutDoubles(corrected) : corrected).slice(
    0,
    mostOf(schema),
  );
  cost += (corrected.length - items.length) * COST.lost;
  for (let at = items.length; at < least; at++) {
    const filled = corrector.fill(itemSchema(schema, at), within(place, place.name, at));
    if (filled === undefined) return { value: items, cost: cost + COST.unfit };
    items.push(filled.value);
    cost += COST.filled;
  }
  return { value: items, cost };
}

/** The schema of one item: the first ones may have their own, in the words of either draft. */
function itemSchema(schema: Readonly<Record<string, unknown>>, at: number): unknown {
  const { items } = schema;
  const first = Array.isArray(items) ? items : listOf(schema["prefixItems"]);
  if (at < first.length) return first[at];
  return (Array.isArray(items) ? schema["additionalItems"] : items) ?? true;
}

function mostOf(schema: Readonly<Record<string, unknown>>): number {
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Number.POSITIVE_INFINITY;
  const { items } = schema;
  if (items === false) return Math.min(most, listOf(schema["prefixItems"]).length);
  return Array.isArray(items) && schema["additionalItems"] === false ? Math.min(most, items.length) : most;
}

function withoutDoubles(items: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = canonicalJson(item);
    return !seen.has(text) && seen.add(text);
  });
}
