import { isInsidePair } from "../internal/inside-pair.ts";
import type { CountTokens } from "../surface/tokens.ts";

/**
 * Where a page ends: text is counted on slices from its start, so a text of any length costs the same.
 *
 * A first slice is longer than a page of almost any text. If it fits, it grows; if it does not, the slice whose
 * count should be just the room is tried, by rule of three, until one is nearly full. Counters are only roughly
 * linear, so what is cut is always what was counted.
 */

/** More than a token has in ordinary text, so that the first count mostly decides whether all of it fits. */
const CHARACTERS_A_TOKEN = 8;
/**
 * What a page holds at most, whatever a counter says: blanks may cost nothing, and no page should be a
 * hundred megabytes of them. Texts below the first number go by their count alone.
 */
const MAX_CHARACTERS = 100_000;
const MAX_CHARACTERS_A_TOKEN = 100;
/** A page this full is full: the end of a line is worth more than the last few words. */
const FULL = 0.95;
/** The part of a piece in which the end of a line or a word is looked for. */
const LAST_PART = 0.2;
/** Longer than nearly any character, with all that is combined with it. */
const GRAPHEME_WINDOW = 128;

/** The end of a piece of a text, and what the piece costs. */
export interface TextCut {
  readonly end: number;
  readonly tokens: number;
}

/** What a piece may cost, and who counts. */
export interface TextRoom {
  readonly tokens: number;
  readonly countTokens: CountTokens;
}

/** The longest handy piece of a text from a place on that fits: to its end if that fits; none if nothing does. */
export function findCut(text: string, start: number, room: TextRoom): TextCut | undefined {
  const fitting = findFitting(text, start, room);
  if (fitting === undefined || fitting.end === text.length) return fitting;
  for (const end of handyEnds(text, start, fitting.end)) {
    if (end === fitting.end) break;
    // A shorter piece may count more: it can end inside what was one token.
    const tokens = room.countTokens(text.slice(start, end));
    if (tokens <= room.tokens) return { end, tokens };
  }
  return fitting;
}

/** The end of the character that starts at a place. */
export function endOfCharacter(text: string, start: number): number {
  return isInsidePair(text, start + 1) ? start + 2 : start + 1;
}

function findFitting(text: string, start: number, room: TextRoom): TextCut | undefined {
  const farthest = wholeCharacters(text, Math.min(text.length, start + mostCharacters(room)));
  const countTo = (end: number): TextCut => ({ end, tokens: room.countTokens(text.slice(start, end)) });

  let low: TextCut = { end: start, tokens: 0 };
  let high: TextCut | undefined;
  let length = Math.max(2, room.tokens * CHARACTERS_A_TOKEN) || 2;
  while (high === undefined) {
    const tried = countTo(wholeCharacters(text, Math.min(farthest, start + Math.floor(length))));
    if (!(tried.tokens <= room.tokens)) high = tried;
    else if (tried.end === farthest) return tried;
    else low = tried;
    length *= 2;
  }
  while (!(low.tokens >= room.tokens * FULL && low.end > start)) {
    const end = between(text, low, high, room.tokens);
    if (end === undefined) break;
    const tried = countTo(end);
    if (tried.tokens <= room.tokens) low = tried;
    else high = tried;
  }
  return low.end > start ? low : undefined;
}

function mostCharacters({ tokens }: TextRoom): number {
  return Math.max(MAX_CHARACTERS, tokens * MAX_CHARACTERS_A_TOKEN || 0);
}

/**
 * The end to try next: where the room should be used up, but never so near to either side that an odd counter
 * could make the search long. None once the two sides are next to each other.
 */
function between(text: string, low: TextCut, high: TextCut, room: number): number | undefined {
  const gap = high.end - low.end;
  const share = (room - low.tokens) / (high.tokens - low.tokens);
  const guess = low.end + gap * (Number.isNaN(share) ? 0.5 : Math.min(0.9, Math.max(0.1, share * 0.99)));
  const end = wholeCharacters(text, Math.min(high.end - 1, Math.max(low.end + 1, Math.floor(guess))));
  if (end > low.end) return end;
  const next = endOfCharacter(text, low.end);
  return next < high.end ? next : undefined;
}

function wholeCharacters(text: string, end: number): number {
  return isInsidePair(text, end) ? end - 1 : end;
}

/** The ends before a limit, from the best to the worst: of a line, of a word, of a character as people see it. */
function* handyEnds(text: string, start: number, limit: number): Generator<number> {
  const from = Math.max(start, Math.ceil(limit - (limit - start) * LAST_PART) - 1);
  const last = text.slice(from, limit);
  const line = last.lastIndexOf("\n") + 1;
  if (line > 0) yield from + line;
  const space = Math.max(last.lastIndexOf(" "), last.lastIndexOf("\t")) + 1;
  if (space > 0) yield from + space;
  const grapheme = startOfGrapheme(text, start, limit);
  if (grapheme > start) yield grapheme;
}

// Not every runtime has one; without it a combined character may be cut, a surrogate pair never.
const graphemes: Intl.Segmenter | undefined =
  typeof Intl === "object" && "Segmenter" in Intl ? new Intl.Segmenter("en") : undefined;

function startOfGrapheme(text: string, start: number, at: number): number {
  const from = Math.max(start, at - GRAPHEME_WINDOW);
  const segments = graphemes?.segment(text.slice(from, at + GRAPHEME_WINDOW));
  const segment = segments?.containing(at - from);
  return segment === undefined ? at : from + segment.index;
}
