/** How many tokens of definitions one answer carries; the first is whole whatever its size. */
export const DEFINITION_TOKENS = 10_000;
