/** How many characters a piece can be made of. */
export const SYMBOLS = 36;

/** What is no such character, no row, no node. */
export const NONE: number = -1;

/** Letters, whatever their case, are 0 to 25, digits 26 to 35. */
export function symbolOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 48 && code <= 57) return code - 22;
  return NONE;
}
