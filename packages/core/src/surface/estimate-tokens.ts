import type { CountTokens } from "./tokens.ts";

/**
 * What the parts of a text cost, fitted to o200k over public tool definitions. A word is one token until it is
 * long; marks come in runs that share tokens, as in `":{"`; three digits are a group; scripts without spaces
 * cost by the character.
 */
const WORD = 1.02;
const LETTER_BEYOND = 0.075;
const SHORT_WORD = 7;
const MARKS = 0.73;
const FURTHER_MARK = 0.15;
const DIGITS = 1.9;
const DIGITS_IN_GROUP = 3;
const IDEOGRAPH = 0.7;
const OTHER = 1.7;

/** What a character is part of. */
type Run = "space" | "word" | "digits" | "marks" | "ideograph" | "other";

/** An estimate of o200k tokens, from the shape of a text alone; `benchmarks/README.md` has its error. */
export const estimateTokens: CountTokens = (text) => {
  let tokens = 0;
  let run: Run = "space";
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = runOf(code);
    const continues = kind === run && !(kind === "word" && startsHump(text, at));
    length = continues ? length + 1 : 1;
    run = kind;
    tokens += costOf(kind, length);
  }
  return Math.ceil(tokens);
};

/** What the next character of a run adds, it being the so-many-th. */
function costOf(run: Run, length: number): number {
  switch (run) {
    case "space":
      return 0;
    case "word":
      return length === 1 ? WORD : length > SHORT_WORD ? LETTER_BEYOND : 0;
    case "digits":
      return length % DIGITS_IN_GROUP === 1 ? DIGITS : 0;
    case "marks":
      return length === 1 ? MARKS : FURTHER_MARK;
    case "ideograph":
      return IDEOGRAPH;
    case "other":
      return OTHER;
  }
}

function runOf(code: number): Run {
  if (code === 32) return "space";
  if (isUpper(code) || isLower(code)) return "word";
  if (code >= 48 && code <= 57) return "digits";
  if (code < 128) return "marks";
  return isIdeograph(code) ? "ideograph" : "other";
}

/** `createIssue` is two words. */
function startsHump(text: string, at: number): boolean {
  return isUpper(text.charCodeAt(at)) && isLower(text.charCodeAt(at - 1));
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Kana, Han, Hangul, and their punctuation. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x30ff) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}
