import { stemmer } from "stemmer";

/** Words that stand in every request and tell no tool from another. */
const STOP_WORDS = new Set(
  "a about after all also an and any are as at be been before but by can could do each every for from has have how i if in into is it its just me my need no not of on one or our out over please should so some something that the their them then there these they this to up us want was we what when where which will with would you your".split(
    " ",
  ),
);

/**
 * The words of a text or an identifier, in lower case, stemmed, without stop words: `createIssues`,
 * `create_issue` and "Create an issue" all give `creat`, `issu`; `sha256Sum` gives `sha256`, `sum`.
 */
export function tokenize(text: string): string[] {
  const words = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !STOP_WORDS.has(word)).map(stemmer);
}
