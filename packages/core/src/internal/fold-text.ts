/** A text for comparing: case, accents of width and blanks do not matter. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
