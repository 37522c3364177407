// Control characters, and format characters that no script needs: zero-width spaces, bidirectional overrides,
// tags. Joiners (U+200C, U+200D) and marks (U+200E, U+200F) belong to emoji and to right-to-left scripts.
const HIDDEN_IN_TEXT =
  /(?![\t\n\r])\p{Cc}|[\u180E\u200B\u2060-\u2064\uFEFF\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/u;
const HIDDEN_IN_NAME = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;

/** The first character of a text that a reader does not see and a model does, as `U+200B`. */
export function findHiddenCharacter(text: string): string | undefined {
  return describe(HIDDEN_IN_TEXT.exec(text)?.[0]);
}

/** The same in a name, which has no use for line ends and joiners either. */
export function findHiddenInName(name: string): string | undefined {
  return describe(HIDDEN_IN_NAME.exec(name)?.[0]);
}

function describe(character: string | undefined): string | undefined {
  const point = character?.codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
