// Letters of other scripts that look like Latin ones, from the table of UTS #39: those that a name is forged with.
const LOOKS: Readonly<Record<string, string>> = {
  ...toLooks("аɑα", "a"),
  ...toLooks("Ьв", "b"),
  ...toLooks("сϲⅽ", "c"),
  ...toLooks("ԁⅾ", "d"),
  ...toLooks("еҽεɛ", "e"),
  ...toLooks("ց", "g"),
  ...toLooks("һհ", "h"),
  ...toLooks("іıιӏ", "i"),
  ...toLooks("ј", "j"),
  ...toLooks("кκ", "k"),
  ...toLooks("ⅼ|", "l"),
  ...toLooks("мⅿ", "m"),
  ...toLooks("ոη", "n"),
  ...toLooks("оοσօ", "o"),
  ...toLooks("рρ", "p"),
  ...toLooks("ԛ", "q"),
  ...toLooks("гг", "r"),
  ...toLooks("ѕ", "s"),
  ...toLooks("тτ", "t"),
  ...toLooks("υսц", "u"),
  ...toLooks("νѵ", "v"),
  ...toLooks("ԝω", "w"),
  ...toLooks("хχ", "x"),
  ...toLooks("уү", "y"),
};

/** A text with letters of other scripts as the Latin ones that they look like. */
export function toLatinLook(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\p{ASCII}]|\|/gu, (letter) => LOOKS[letter] ?? LOOKS[letter.toLowerCase()] ?? letter);
}

/** What a name looks like at a glance: two names of one look are hard to tell apart. */
export function toLook(name: string): string {
  return toLatinLook(name)
    .toLowerCase()
    .replaceAll("0", "o")
    .replace(/[1i]/g, "l")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** A name without what is only style: `createIssue`, `create-issue` and `create_issue` are one. */
export function foldName(name: string): string {
  return wordsOfName(name).join("");
}

/** The words that a name is made of. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .normalize("NFC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "");
}

function toLooks(letters: string, look: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter) => [letter, look]));
}
