// Words that stand in every description and tell no tool from another.
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a about after all also an and any are as at be been before but by can could do does each either every for from given has have how i if in into is it its just like may me more must my need no not of on one only or other our out over please should so some specific specified such than that the their them then there these they this to up us use used using via want was we what when where whether which will with within would you your".split(
    " ",
  ),
);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a text or an identifier as written, in lower case: `getPageByID` gives get, page, by, id. */
export function splitWords(text: string): string[] {
  const words = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).flatMap((word) => (CJK.test(word) ? pairsOf(word) : [word]));
}

/** The words of a text that carry meaning, stemmed. */
export function meaningfulWords(text: string): string[] {
  return splitWords(text)
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || CJK.test(word)))
    .map(stemOf);
}

/**
 * A word without the endings that a name and a sentence differ by: issues → issu, issue → issu, searching → search.
 * Only for comparing: it is lighter than Porter's, and what it makes need not be a word.
 */
export function stemOf(word: string): string {
  return word
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=ss|sh|ch|x|z)es$/, "")
    .replace(/(?<=..[^sui])s$/, "")
    .replace(/(?<=....)ing$/, "")
    .replace(/(?<=...)ed$/, "")
    .replace(/(?<=...)e$/, "");
}

// Scripts without spaces have no words to split at; neighbouring characters come near enough.
function pairsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
