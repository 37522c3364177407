import type { CountTokens } from "../surface/tokens.ts";
import { textOf, withText } from "../tool/block-text.ts";
import type { ContentBlock } from "../tool/content.ts";
import { endOfCharacter, findCut, type TextCut } from "./text-cut.ts";

/** One page of a result: blocks for the model, and whether there is more. */
export interface ResultPage {
  readonly content: readonly ContentBlock[];
  /** The first is 1. */
  readonly page: number;
  readonly hasMore: boolean;
}

/** How large a page is. */
export interface PageOptions {
  /** What the result's own text may take on a page; words on how to read on come on top of it. */
  readonly pageTokens: number;
  readonly countTokens: CountTokens;
}

/** Where a page starts: in which block, and at which character of its text. */
interface PagePlace {
  readonly block: number;
  readonly offset: number;
}

const START: PagePlace = { block: 0, offset: 0 };
/** With less of a page than this left, a text that does not fit starts on the next page. */
const LAST_PART = 0.2;

/**
 * Page `page` (the first is 1) of a result's content; undefined where there is no such page. The text of all
 * pages, in order, is the text of the result. The first page is always there, and costs the same to find in a
 * text of any length; a later one costs as much as all before it.
 *
 * Only text is counted. Pictures, sounds, links and blobs stand whole on the page where they come up and cost
 * nothing here, because each provider counts them in its own way, and none can be cut.
 */
export function toResultPage(
  content: readonly ContentBlock[],
  page: number,
  options: PageOptions,
): ResultPage | undefined {
  if (!Number.isInteger(page) || page < 1) return undefined;
  let place = START;
  for (let at = 1; ; at++) {
    const { blocks, next } = takePage(content, place, options);
    if (at === page) return { content: blocks, page, hasMore: next !== undefined };
    if (next === undefined) return undefined;
    place = next;
  }
}

/** Whether content goes over its cap at all: one count of each text where it does not. */
export function isOverCap(content: readonly ContentBlock[], options: PageOptions): boolean {
  return takePage(content, START, options).next !== undefined;
}

function takePage(
  content: readonly ContentBlock[],
  place: PagePlace,
  { pageTokens, countTokens }: PageOptions,
): { readonly blocks: readonly ContentBlock[]; readonly next: PagePlace | undefined } {
  const blocks: ContentBlock[] = [];
  let tokens = pageTokens;
  let hasText = false;
  for (let at = place.block; at < content.length; at++) {
    const block = content[at];
    if (block === undefined) continue;
    const text = textOf(block) ?? "";
    const start = at === place.block ? place.offset : 0;
    if (text === "") {
      blocks.push(block);
      continue;
    }
    const taken = takeText(text, start, { tokens, hasText }, { pageTokens, countTokens });
    if (taken.end > start) blocks.push(toPart(block, text, start, taken.end));
    if (taken.end < text.length) return { blocks, next: { block: at, offset: taken.end } };
    tokens -= taken.tokens;
    hasText = true;
  }
  return { blocks, next: undefined };
}

/** How far a text goes on a page with so much room left; nowhere, if it starts on the next page. */
function takeText(
  text: string,
  start: number,
  { tokens, hasText }: { readonly tokens: number; readonly hasText: boolean },
  { pageTokens, countTokens }: PageOptions,
): TextCut {
  const cut = findCut(text, start, { tokens, countTokens });
  // The end of a block is as good a place to stop as the end of a line.
  const isNearEnd = cut === undefined || (cut.end < text.length && tokens < pageTokens * LAST_PART);
  if (hasText && isNearEnd) return { end: start, tokens: 0 };
  // A page has some text in any case: with a cap below the cost of one character there would be no end of pages.
  return cut ?? { end: endOfCharacter(text, start), tokens };
}

/** A part of a block's text, with all else the block carries; a block that is not cut stands as it is. */
function toPart(block: ContentBlock, text: string, start: number, end: number): ContentBlock {
  if (start === 0 && end === text.length) return block;
  const part = withText(block, text.slice(start, end));
  if (start === 0 || part.type !== "resource" || part.resource.blob === undefined) return part;
  // A resource that has bytes beside its text gives them once, with its first part.
  const { blob: _given, ...resource } = part.resource;
  return { ...part, resource };
}
