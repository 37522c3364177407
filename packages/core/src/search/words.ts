import { splitCapitals } from "./split-capitals.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** The edition of how texts are split into words: an index that was saved under another one would answer otherwise. */
export const WORD_RULES = 1;

/** No field and no query is read further than this. */
export const MOST_CHARACTERS = 20_000;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

const KIND_OF_ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  return /[0-9]/.test(character) ? DIGIT : OTHER;
});

// Scripts that write no spaces between words, and Hangul, whose particles stick to its nouns.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const UNSPACED_RUNS = new RegExp(UNSPACED.source, "gu");

/**
 * Visits the words of a text or an identifier, in lower case and in order, without stop words.
 *
 * `createIssue`, `create_issue` and "Create an issue" give `create`, `issue`; `HTTPServer` gives `http`,
 * `server`; `sha256` gives itself and its parts. Text without spaces gives its pairs of characters: `天気予報`
 * gives `天気`, `気予`, `予報`. Accents of Latin letters are dropped.
 */
export function forEachWord(text: string, visit: (word: string) => void): void {
  const read = text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text;
  if (isAscii(read)) forEachAsciiWord(read, visit);
  else forEachUnicodeWord(read, visit);
}

/** The words of a text, as `forEachWord` visits them. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function forEachAsciiWord(text: string, visit: (word: string) => void): void {
  let start = -1;
  let before = OTHER;
  let mixed = false;
  for (let at = 0; at < text.length; at++) {
    const kind = KIND_OF_ASCII[text.charCodeAt(at)] ?? OTHER;
    if (kind === OTHER) {
      if (start >= 0) visitWord(text.slice(start, at).toLowerCase(), mixed, visit);
      start = -1;
    } else if (start < 0) {
      start = at;
      mixed = false;
    } else if (kind === UPPER && before !== UPPER) {
      visitWord(text.slice(start, at).toLowerCase(), mixed, visit);
      start = at;
      mixed = false;
    } else if (kind === LOWER && before === UPPER && at - start > 1) {
      visitWord(text.slice(start, at - 1).toLowerCase(), mixed, visit);
      start = at - 1;
      mixed = false;
    } else if ((kind === DIGIT) !== (before === DIGIT)) mixed = true;
    before = kind;
  }
  if (start >= 0) visitWord(text.slice(start).toLowerCase(), mixed, visit);
}

function forEachUnicodeWord(text: string, visit: (word: string) => void): void {
  const words = splitCapitals(text.normalize("NFKC"))
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  for (const word of words ?? []) {
    if (UNSPACED.test(word)) forEachPair(word, visit);
    else {
      const plain = /\p{Script=Latin}/u.test(word) ? word.normalize("NFD").replace(/\p{M}/gu, "") : word;
      visitWord(plain, /\p{L}/u.test(plain) && /\p{N}/u.test(plain), visit);
    }
  }
}

/** Pairs of characters of what is written without spaces; what stands between is a word. */
function forEachPair(word: string, visit: (word: string) => void): void {
  let end = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED_RUNS)) {
    if (index > end) visitWord(word.slice(end, index), false, visit);
    end = index + run.length;
    const characters = [...run];
    if (characters.length === 1) visit(run);
    for (let at = 0; at + 1 < characters.length; at++) visit(`${characters[at]}${characters[at + 1]}`);
  }
  if (end < word.length) visitWord(word.slice(end), false, visit);
}

// Letters and digits in one word count whole, and in two parts: `sha256` is found by "sha 256".
function visitWord(word: string, mixed: boolean, visit: (word: string) => void): void {
  if (STOP_WORDS.has(word)) return;
  visit(word);
  const parts = mixed ? /^(?:(\p{L}{2,})(\p{N}+)|(\p{N}+)(\p{L}{2,}))$/u.exec(word) : null;
  for (const part of parts?.slice(1) ?? []) if (part !== undefined && !STOP_WORDS.has(part)) visit(part);
}
