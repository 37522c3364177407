import { type ContentBlock, type CountTokens, estimateTokens } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOverCap, type ResultPage, toResultPage } from "../../src/call/result-pages.ts";

const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "B",
      "7",
      " ",
      "\n",
      "\r\n",
      "字",
      "😀",
      "👨‍👩‍👧‍👦",
      "🇫🇷",
      "e\u0301",
      "\uD83D",
      "\uDE00",
    ),
    maxLength: 400,
  }),
);
const carried = fc.record(
  { annotations: fc.constant({ priority: 1 }), _meta: fc.constant({ a: 1 }) },
  { requiredKeys: [] },
);
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(words, carried).map(([text, rest]) => ({ type: "text", text, ...rest }) as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(words, carried)
      .map(([text, rest]) => ({ type: "resource", resource: { uri: "file:///a", text }, ...rest }) as const),
  },
  fc.base64String({ maxLength: 8 }).map((data) => ({ type: "image", data, mimeType: "image/png" }) as const),
  fc
    .base64String({ maxLength: 8 })
    .map((blob) => ({ type: "resource", resource: { uri: "b", blob } }) as const),
  fc.constant({ type: "resource_link", uri: "file:///c", name: "c" } as const),
);
const content = fc.array(block, { maxLength: 8 });
const pageTokens = fc.integer({ min: 1, max: 200 });
/** Counts more in some pieces than in longer ones, as tokenizers do. */
const uneven: CountTokens = (text) => (text.length % 2 === 0 ? 1 : 1.3) * text.length;
const countTokens = fc.constantFrom<CountTokens>(estimateTokens, (text) => text.length, uneven);

function pagesOf(blocks: readonly ContentBlock[], options: Parameters<typeof toResultPage>[2]): ResultPage[] {
  const pages: ResultPage[] = [];
  for (let page = 1; ; page++) {
    const found = toResultPage(blocks, page, options);
    if (found === undefined) return pages;
    pages.push(found);
  }
}

function wordsOf(one: ContentBlock): string {
  return (one.type === "text" ? one.text : one.type === "resource" ? one.resource.text : undefined) ?? "";
}

/** Parts that say the same but for their words are put together again. */
function joined(parts: readonly ContentBlock[], whole: readonly ContentBlock[]): ContentBlock[] {
  let at = 0;
  return whole.map((one) => {
    let text = "";
    let part = parts[at++];
    while (part !== undefined) {
      text += wordsOf(part);
      if (text.length >= wordsOf(one).length) break;
      part = parts[at++];
    }
    if (part?.type === "text") return { ...part, text };
    return part?.type === "resource" && part.resource.text !== undefined
      ? { ...part, resource: { ...part.resource, text } }
      : (part ?? { type: "text", text: "lost" });
  });
}

function isOneCharacter(text: string): boolean {
  return [...text].length === 1;
}

describe("law 8: the pages of any result", () => {
  test("together are the result: every block, in its order, none lost and none doubled", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        const parts = pagesOf(blocks, { pageTokens: tokens, countTokens: count }).flatMap(
          (page) => page.content,
        );
        expect(joined(parts, blocks)).toEqual(blocks);
        const withoutWords = (list: readonly ContentBlock[]) => list.filter((one) => wordsOf(one) === "");
        expect(withoutWords(parts)).toEqual(withoutWords(blocks));
      }),
      { numRuns: 300 },
    );
  });

  test("are within the cap each, but for one character that alone is over it", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        for (const page of pagesOf(blocks, { pageTokens: tokens, countTokens: count })) {
          const texts = page.content.map(wordsOf).filter((text) => count(text) > 0);
          const sum = texts.reduce((total, text) => total + count(text), 0);
          if (sum > tokens)
            expect(texts).toSatisfy(([only = ""]) => texts.length === 1 && isOneCharacter(only));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("halve no surrogate pair", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        const parts = pagesOf(blocks, { pageTokens: tokens, countTokens: count }).flatMap(
          (page) => page.content,
        );
        const characters = (list: readonly ContentBlock[]) => list.flatMap((one) => [...wordsOf(one)]);
        expect(characters(parts)).toEqual(characters(blocks));
      }),
      { numRuns: 300 },
    );
  });

  test("are numbered from 1 without a gap, all but the last have more, none is empty but the only one", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        const options = { pageTokens: tokens, countTokens: count };
        const pages = pagesOf(blocks, options);
        expect(pages.map(({ page }) => page)).toEqual(pages.map((_, at) => at + 1));
        expect(pages.map(({ hasMore }) => hasMore)).toEqual(pages.map((_, at) => at + 1 < pages.length));
        expect(pages.filter((page) => page.content.length === 0).length).toBe(blocks.length === 0 ? 1 : 0);
        expect(isOverCap(blocks, options)).toBe(pages.length > 1);
      }),
      { numRuns: 300 },
    );
  });

  test("are one, the result untouched, exactly if its text is within the cap", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        const isWithin = blocks.reduce((total, one) => total + count(wordsOf(one)), 0) <= tokens;
        const isAlone = [...blocks.map(wordsOf).join("")].length <= 1;
        const over = isOverCap(blocks, { pageTokens: tokens, countTokens: count });
        if (!isAlone) expect(over).toBe(!isWithin);
        if (isWithin)
          expect(toResultPage(blocks, 1, { pageTokens: tokens, countTokens: count })?.content).toEqual(
            blocks,
          );
      }),
      { numRuns: 300 },
    );
  });

  test("depend on nothing but what is given, and change none of it", () => {
    fc.assert(
      fc.property(content, pageTokens, countTokens, (blocks, tokens, count) => {
        const before = structuredClone(blocks);
        const options = { pageTokens: tokens, countTokens: count };
        expect(pagesOf(blocks, options)).toEqual(pagesOf(before, options));
        expect(blocks).toEqual(before);
      }),
    );
  });
});
