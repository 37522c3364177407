import { COST, type Correction, type Corrector } from "./correction.ts";
import { type Choice, nearestChoice, sameChoice, toChoices } from "./nearest-choice.ts";
import { listOf } from "./schema-reader.ts";

// A list of many values may be asked for each item of a list.
const made = new WeakMap<readonly unknown[], readonly Choice<unknown>[]>();

/** The values an `enum` or a `const` allows; none, if the schema has neither. */
export function allowedBy(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.hasOwn(schema, "const") ? [schema["const"]] : listOf(schema["enum"]);
}

/** One of the allowed values: the one that was meant, else the first. */
export function chooseAllowed(corrector: Corrector, allowed: readonly unknown[], sent: unknown): Correction {
  const value = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  if (corrector.fits({ enum: allowed }, value)) return { value, cost: value === sent ? 0 : COST.converted };
  const meant = typeof value === "object" ? undefined : meantBy(String(value), choicesOf(allowed));
  return meant === undefined
    ? { value: allowed[0], cost: COST.lost }
    : { value: meant.value, cost: COST.converted };
}

function meantBy(text: string, choices: readonly Choice<unknown>[]): Choice<unknown> | undefined {
  // "5" may mean 5; a number that is only alike is another number.
  return (
    sameChoice(text, choices) ??
    nearestChoice(
      text,
      choices.filter(({ value }) => typeof value === "string"),
    )
  );
}

function choicesOf(allowed: readonly unknown[]): readonly Choice<unknown>[] {
  let choices = made.get(allowed);
  if (choices === undefined) {
    choices = toChoices(allowed.filter((value) => typeof value !== "object"));
    made.set(allowed, choices);
  }
  return choices;
}
