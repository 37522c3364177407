const MOST = 13;
/** Enough to put tools that share no word in the order of their meaning. */
const LEAST = 0.05;
const SLOPE = 0.6;
/** What a request of one or two words amounts to in a small catalog. */
const LITTLE = 5;

/**
 * What a cosine of 1 is worth in the measure of lexical scores, by the mass of a request: what a tool would score
 * that said all of it. A few plain words say no more than they say; a sentence has a meaning beyond its words.
 *
 *     0.6 × (mass - 5), from 0.05 to 13
 *
 * A mass of 7.5 gives 1.5, one of 18 gives 7.8, one of 27 and more gives 13.
 */
export function worthOfMeaning(mass: number): number {
  return Math.min(MOST, Math.max(LEAST, SLOPE * (mass - LITTLE)));
}
