import { findHiddenCharacter } from "@plimsoll/core";

// Beside what core knows of: variation selectors beyond those of emoji, which can carry whole sentences; blanks that
// pass for letters; and joiners between plain letters, where no script has a use for them.
const HIDDEN = /[\u{E0100}-\u{E01EF}\uFE00-\uFE0D\u3164\u115F\u1160\uFFA0\u2800]/u;
const JOINED_LETTERS = /[A-Za-z0-9 ]([\u200C\u200D])[A-Za-z0-9 ]/u;

/** The first character of a text that an operator does not see and a model does, as `U+200B`. */
export function findHiddenText(text: string): string | undefined {
  const found = HIDDEN.exec(text)?.[0] ?? JOINED_LETTERS.exec(text)?.[1];
  return findHiddenCharacter(text) ?? (found === undefined ? undefined : toCodePoint(found));
}

/** A character by its number. */
export function toCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
