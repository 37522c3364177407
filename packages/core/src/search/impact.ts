/** How soon a term that is said again stops counting. */
const SATURATION = 1.2;
/** How much of a field's length counts against it. */
const LENGTH_SHARE = 0.75;
const STEPS = 255;

/**
 * What one word in a field adds to its term's frequency.
 *
 *     weight / (1 - 0.75 + 0.75 × words / usual)
 *
 * Once in a name of 2 words, weight 5, usual 3: 5 / (0.25 + 0.5) = 6.67. Once in a description of 45 words,
 * weight 1, usual 15: 1 / (0.25 + 2.25) = 0.4.
 */
export function frequencyOf(weight: number, words: number, usualWords: number): number {
  return weight / (1 - LENGTH_SHARE + (LENGTH_SHARE * words) / usualWords);
}

/**
 * How much a tool is about a term, from 1 to 255: `f / (f + 1.2)`, so that the first mention counts most.
 * 6.67 gives 0.85 and is kept as 216; 0.4 gives 0.25 and is kept as 64.
 */
export function toImpact(frequency: number): number {
  return Math.max(1, Math.round((STEPS * frequency) / (frequency + SATURATION)));
}

/** The share that an impact stands for. */
export const IMPACT_SHARES: Float32Array = Float32Array.from(
  { length: STEPS + 1 },
  (_, step) => step / STEPS,
);

/**
 * How much a term tells tools apart: ln(1 + (N - n + 0.5) / (n + 0.5)), N tools, n of them with the term.
 * One of three: ln(1 + 2.5 / 1.5) = 0.98; all three: ln(1 + 0.5 / 3.5) = 0.13.
 */
export function idfOf(tools: number, having: number): number {
  return Math.log(1 + (tools - having + 0.5) / (having + 0.5));
}
