import { likenessTo } from "../../internal/likeness.ts";

const MIN_LIKENESS = 0.6;
const MIN_LENGTH_OF_SLIP = 4;
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

/** One letter more, less or other, or two neighbours the wrong way round. Short words differ by that rightly. */
function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < MIN_LENGTH_OF_SLIP || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === `${right[1]}${right[0]}`);
}
