import type { SchemaReader } from "./schema-reader.ts";

/** A schema as it stands within another: an object of keywords, or `true` and `false`. */
export type SchemaPart = unknown;

/** A value made to fit as far as it could be, and what was changed for it. */
export interface Correction {
  readonly value: unknown;
  readonly cost: number;
}

/** Where a value stands. */
export interface Place {
  /** The name of the nearest property: what a placeholder is called after. */
  readonly name: string;
  /** The how-manieth of its kind: placeholders of one array differ by it. */
  readonly ordinal: number;
  readonly depth: number;
  /** The value was made up already: it is not made up anew where it does not fit. */
  readonly isMadeUp: boolean;
  /** The schemas around this one that look at the same value, nearest first: their properties are known too. */
  readonly around: readonly SchemaPart[];
}

/**
 * What the parts of a correction ask of each other.
 *
 * Contract: nothing throws, nothing given is changed, and the work of one corrector has an end: past it, values
 * come back as they are.
 */
export interface Corrector extends SchemaReader {
  /** The value itself where it fits; otherwise the least changed one that was found, which may still not fit. */
  correct(schema: SchemaPart, value: unknown, place: Place): Correction;
  /** A value made from the schema alone that fits it; nothing, if none was found. */
  fill(schema: SchemaPart, place: Place): Correction | undefined;
}

/** What a change costs: the branch of an `anyOf` that costs least is taken. */
export const COST: Readonly<Record<"converted" | "filled" | "lost" | "unfit", number>> = {
  // The same thing in another form: 5 for "5".
  converted: 1,
  // Something the caller did not say.
  filled: 2,
  // Something the caller said is gone.
  lost: 5,
  // It does not fit: any branch that does is better.
  unfit: 10_000,
};

/** The place of a value within the value at another place. */
export function within(place: Place, name: string = place.name, ordinal: number = 0): Place {
  return { name, ordinal, depth: place.depth + 1, isMadeUp: false, around: [] };
}

/** The same place, seen by a schema that stands inside another. */
export function inside(place: Place, around: SchemaPart): Place {
  return { ...place, depth: place.depth + 1, around: [around, ...place.around] };
}

/** One correction after the other, each of what the last one left. */
export function inTurn(sent: unknown, steps: readonly ((value: unknown) => Correction)[]): Correction {
  return steps.reduce<Correction>(
    (before, step) => {
      const { value, cost } = step(before.value);
      return { value, cost: before.cost + cost };
    },
    { value: sent, cost: 0 },
  );
}
