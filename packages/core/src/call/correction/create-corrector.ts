import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { allowedBy, chooseAllowed } from "./choose-allowed.ts";
import { convertTo, isOfType, typesOf } from "./convert-type.ts";
import { correctArray } from "./correct-array.ts";
import { correctObject } from "./correct-object.ts";
import { COST, type Correction, type Corrector, inside, inTurn, type Place } from "./correction.ts";
import { fillValue } from "./fill-value.ts";
import { MAX_DEPTH, MAX_VALUES } from "./json-value.ts";
import { nearestNumber } from "./nearest-number.ts";
import { listOf, readSchema } from "./schema-reader.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Puts the parts of a correction together, for the places of one schema. */
export function createCorrector(root: JsonSchema): Corrector {
  let visits = 0;
  // A value and the reference or branch that speaks of it count as a level each.
  const mayVisit = ({ depth }: Place): boolean => depth <= 2 * MAX_DEPTH && visits++ < MAX_VALUES;
  const corrector: Corrector = {
    ...readSchema(root),
    correct: (schema, value, place) => {
      if (!mayVisit(place)) return { value, cost: COST.unfit };
      if (corrector.fits(schema, value)) return { value, cost: 0 };
      return isRecord(schema) ? correctHere(corrector, schema, value, place) : { value, cost: COST.unfit };
    },
    fill: (schema, place) => (mayVisit(place) ? fillValue(corrector, schema, place) : undefined),
  };
  return corrector;
}

function correctHere(corrector: Corrector, schema: Keywords, value: unknown, place: Place): Correction {
  const steps = [correctOwn, correctReferenced, correctBranches];
  const corrected = inTurn(
    value,
    steps.map((step) => (before) => step(corrector, schema, before, place)),
  );
  if (corrector.fits(schema, corrected.value)) return corrected;
  // An object that only almost fits says more than an empty one; what is wrong with it may be mended yet.
  if (!place.isMadeUp && !isContainerOf(schema, corrected.value)) {
    const filled = corrector.fill(schema, place);
    if (filled !== undefined) return { value: filled.value, cost: filled.cost + COST.lost };
  }
  return { value: corrected.value, cost: corrected.cost + COST.unfit };
}

/** Whether a value is an object or list, and the schema may ask for one. */
function isContainerOf(schema: Keywords, value: unknown): boolean {
  const types = typesOf(schema);
  return (
    typeof value === "object" &&
    value !== null &&
    (types.length === 0 || types.some((type) => isOfType(value, type)))
  );
}

/** By the keywords of the schema itself. */
function correctOwn(corrector: Corrector, schema: Keywords, sent: unknown, place: Place): Correction {
  const allowed = allowedBy(schema);
  if (allowed.length > 0) return chooseAllowed(corrector, allowed, sent);
  const types = typesOf(schema);
  const isFitting = types.length === 0 || types.some((type) => isOfType(sent, type));
  const forms = isFitting ? [] : convertTo(types, sent);
  const value =
    isFitting || forms.length === 0 ? sent : (forms.find((form) => corrector.fits(schema, form)) ?? forms[0]);
  const cost = value === sent ? 0 : COST.converted;
  const inner = correctInner(corrector, schema, value, place);
  return { value: inner.value, cost: cost + inner.cost };
}

function correctInner(corrector: Corrector, schema: Keywords, value: unknown, place: Place): Correction {
  if (isRecord(value)) return correctObject(corrector, schema, value, place);
  if (Array.isArray(value)) return correctArray(corrector, schema, value, place);
  if (typeof value !== "number") return { value, cost: 0 };
  const nearest = nearestNumber(schema, value) ?? value;
  return { value: nearest, cost: nearest === value ? 0 : COST.converted };
}

/** By what the schema refers to, and by everything that must hold at once. */
function correctReferenced(corrector: Corrector, schema: Keywords, sent: unknown, place: Place): Correction {
  const target = corrector.referenced(schema);
  const parts = [...(target === undefined ? [] : [target]), ...listOf(schema["allOf"])];
  return inTurn(
    sent,
    parts.map((part) => (before) => corrector.correct(part, before, inside(place, schema))),
  );
}

/** By the branch that takes the least change. */
function correctBranches(corrector: Corrector, schema: Keywords, sent: unknown, place: Place): Correction {
  let chosen: Correction = { value: sent, cost: 0 };
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listOf(schema[keyword]);
    // Several branches of a `oneOf` may each find nothing wrong, and the value be wrong for that.
    const choice = { [keyword]: branches };
    if (branches.length === 0 || corrector.fits(choice, chosen.value)) continue;
    const from = chosen.value;
    const best = branches
      .map((branch) => corrector.correct(branch, from, inside(place, schema)))
      .map(({ value, cost }) => ({ value, cost: cost + (corrector.fits(choice, value) ? 0 : COST.unfit) }))
      .reduce((least, one) => (one.cost < least.cost ? one : least));
    chosen = { value: best.value, cost: chosen.cost + best.cost };
  }
  return chosen;
}
