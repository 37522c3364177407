import { isOneSlip } from "../../internal/is-one-slip.ts";
import { likenessTo } from "../../internal/likeness.ts";

const MIN_LIKENESS = 0.6;
const MAX_ALIKE = 1_000;

/** Something to choose, with its text as it is compared. */
export interface Choice<Value> {
  readonly value: Value;
  readonly folded: string;
}

/** Makes values ready to be compared with many texts. */
export function toChoices<Value>(values: readonly Value[]): readonly Choice<Value>[] {
  return values.map((value) => ({ value, folded: fold(String(value)) }));
}

/** The choice that a text names, but for case and separators. */
export function sameChoice<Value>(
  text: string,
  choices: readonly Choice<Value>[],
): Choice<Value> | undefined {
  const wanted = fold(text);
  return choices.find(({ folded }) => folded === wanted);
}

/** The choice that a text is one slip away from, else the one it is much alike. */
export function nearestChoice<Value>(
  text: string,
  choices: readonly Choice<Value>[],
): Choice<Value> | undefined {
  const wanted = fold(text);
  return choices.find(({ folded }) => isOneSlip(wanted, folded)) ?? mostAlike(wanted, choices);
}

/** A text without the differences a model makes: case, and the white space, `-` and `_` between words. */
function fold(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, "");
}

function mostAlike<Value>(wanted: string, choices: readonly Choice<Value>[]): Choice<Value> | undefined {
  const likeness = likenessTo(wanted);
  let best: Choice<Value> | undefined;
  let most = 0;
  for (const choice of choices.slice(0, MAX_ALIKE)) {
    const alike = likeness(choice.folded);
    if (alike < MIN_LIKENESS || alike <= most) continue;
    best = choice;
    most = alike;
  }
  return best;
}
