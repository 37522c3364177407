import { toCodePoint } from "./hidden-text.ts";

const TAGS = /[\u{E0020}-\u{E007E}]+/gu;
const UNSEEN =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|\p{Variation_Selector}|[\u3164\u115F\u1160\uFFA0\u2800]/gu;
const ODD_LETTERS = /[^\p{ASCII}]/gu;

/** A text with what a terminal does not show, or does not show truly, written out: `⟨U+200B⟩`. */
export function toVisibleText(text: string): string {
  return (
    text
      // Words that are written in tags are shown as the words they are.
      .replace(TAGS, (tags) => `⟨hidden: ${JSON.stringify(fromTags(tags))}⟩`)
      .replace(/\r?\n/g, " ↵ ")
      .replace(/\t/g, " ")
      .replace(UNSEEN, (character) => `⟨${toCodePoint(character)}⟩`)
  );
}

/** A name the same way; in one of plain letters, a letter of another script is written out too. */
export function toVisibleName(name: string): string {
  const visible = toVisibleText(name);
  if (!/[A-Za-z]/.test(name)) return visible;
  return visible.replace(ODD_LETTERS, (letter) =>
    /[⟨⟩↵]/.test(letter) ? letter : `${letter}⟨${toCodePoint(letter)}⟩`,
  );
}

function fromTags(tags: string): string {
  return [...tags].map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0xe0020) - 0xe0000)).join("");
}
