import { stemmer } from "stemmer";

/** Words that stand in every request and tell no tool from another. */
const STOP_WORDS = new Set(
  "a an and are as at be by can could do for from have how i in is it its me my of on or please so that the their them these this to us want was we what when where which with would you your".split(
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
