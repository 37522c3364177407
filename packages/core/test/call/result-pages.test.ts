import { freemem } from "node:os";
import { type ContentBlock, estimateTokens } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { isOverCap, type PageOptions, toResultPage } from "../../src/call/result-pages.ts";

const byLength = (pageTokens: number): PageOptions => ({ pageTokens, countTokens: (text) => text.length });
const image: ContentBlock = { type: "image", data: "aGk=", mimeType: "image/png" };

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}

/** The blocks of every page. */
function pagesOf(content: readonly ContentBlock[], options: PageOptions): (readonly ContentBlock[])[] {
  const pages: (readonly ContentBlock[])[] = [];
  for (let page = 1; ; page++) {
    const found = toResultPage(content, page, options);
    if (found === undefined) return pages;
    pages.push(found.content);
  }
}

/** The words of every page of one text. */
function cutsOf(words: string, options: PageOptions): unknown[] {
  return pagesOf([text(words)], options).map(([block]) => block?.type === "text" && block.text);
}

describe("the pages of a result", () => {
  test("content within its cap is one page, untouched", () => {
    const content = [text("hello"), image, text("")];
    expect(toResultPage(content, 1, byLength(5))).toEqual({ content, page: 1, hasMore: false });
    expect(isOverCap(content, byLength(5))).toBe(false);
    expect(isOverCap(content, byLength(4))).toBe(true);
  });

  test("no content is one empty page", () => {
    expect(pagesOf([], byLength(5))).toEqual([[]]);
  });

  test.each([0, -1, 1.5, Number.NaN, 3])("there is no page %d of two", (page) => {
    expect(toResultPage([text("abcdef")], page, byLength(5))).toBeUndefined();
  });

  test("a page ends at the end of a line, else of a word, if one is near", () => {
    expect(cutsOf("1234567\n90 345 789", byLength(11))).toEqual(["1234567\n90 ", "345 789"]);
    expect(cutsOf("123456789\n 345 789", byLength(12))).toEqual(["123456789\n", " 345 789"]);
    expect(cutsOf("12\n4567890123", byLength(10))).toEqual(["12\n4567890", "123"]);
  });

  test("a page does not end at a word where the shorter text counts more than the cap", () => {
    const uneven = (words: string) => (words.length % 2 === 0 ? 1 : 1.3) * words.length;
    const [first] = cutsOf(`aaaaaaaa ${"a".repeat(200)}`, { pageTokens: 11, countTokens: uneven });
    expect(first).toBe("aaaaaaaa a");
  });

  test("no character is halved, as people see it or as it is stored", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(cutsOf(family.repeat(3), byLength(15))).toEqual([family, family, family]);
    expect(cutsOf("e\u0301".repeat(3), byLength(3))).toEqual(["e\u0301", "e\u0301", "e\u0301"]);
    expect(cutsOf("a\r\nb", byLength(2))).toEqual(["a", "\r\n", "b"]);
    expect(cutsOf("😀😀😀", byLength(3))).toEqual(["😀", "😀", "😀"]);
    // Too large for a page as a whole: then between the characters it is combined of.
    expect(cutsOf("👨‍👩‍👧‍👦", byLength(6))).toEqual(["👨‍👩‍", "👧‍👦"]);
  });

  test("other blocks stand whole where they come up, and each part of a block keeps what the block carries", () => {
    const link: ContentBlock = { type: "resource_link", uri: "file:///a", name: "a" };
    const resource = (words: string): ContentBlock => ({
      type: "resource",
      resource: { uri: "file:///b", mimeType: "text/plain", text: words },
      annotations: { audience: ["user"] },
    });
    const note = (words: string): ContentBlock => ({ type: "text", text: words, _meta: { from: "a" } });
    const blob: ContentBlock = { type: "resource", resource: { uri: "file:///c", blob: "aGk=" } };
    const odd = { type: "hologram", text: "a text that nobody here knows how to cut" } as never;
    expect(pagesOf([image, note("aaaa"), link, resource("bbbbbbbb"), blob, odd], byLength(6))).toEqual([
      [image, note("aaaa"), link, resource("bb")],
      [resource("bbbbbb"), blob, odd],
    ]);
  });

  test("a resource with bytes beside its text gives them once", () => {
    const whole: ContentBlock = { type: "resource", resource: { uri: "a", text: "abcd", blob: "aGk=" } };
    expect(pagesOf([whole], byLength(2))).toEqual([
      [{ type: "resource", resource: { uri: "a", text: "ab", blob: "aGk=" } }],
      [{ type: "resource", resource: { uri: "a", text: "cd" } }],
    ]);
  });

  test("near the end of a page, a text that does not fit starts on the next", () => {
    expect(pagesOf([text("aaaaaaaaa"), text("bbbbbbbbb")], byLength(10))).toEqual([
      [text("aaaaaaaaa")],
      [text("bbbbbbbbb")],
    ]);
  });

  test("a page is nearly full, whatever the density of the text", () => {
    for (const words of [
      "word ".repeat(20_000),
      "x".repeat(100_000),
      "{[(;".repeat(25_000),
      "字".repeat(50_000),
    ]) {
      const [first] = pagesOf([text(words)], { pageTokens: 1_000, countTokens: estimateTokens });
      const [block] = first ?? [];
      const tokens = estimateTokens(block?.type === "text" ? block.text : "");
      expect(tokens).toBeGreaterThan(750);
      expect(tokens).toBeLessThanOrEqual(1_000);
    }
  });

  test.each<[string, (words: string) => number]>([
    ["finds nothing in anything", () => 0],
    ["finds a billion in anything", () => 1e9],
    ["finds infinity", () => Number.POSITIVE_INFINITY],
    ["finds no number", () => Number.NaN],
    ["finds less in more", (words) => 1_000 - words.length],
  ])("a counter that %s comes to an end, and nothing is lost", (_what, countTokens) => {
    for (const pageTokens of [0, 1, 100, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(cutsOf("ab 😀 ".repeat(100), { pageTokens, countTokens }).join("")).toBe("ab 😀 ".repeat(100));
    }
  });

  test("a page has a length that is sane even where blanks cost nothing", () => {
    const page = toResultPage([text(" ".repeat(5e6))], 1, { pageTokens: 100, countTokens: estimateTokens });
    const [block] = page?.content ?? [];
    expect(block?.type === "text" && block.text.length).toBe(100_000);
    expect(page?.hasMore).toBe(true);
  });

  test.skipIf(freemem() < 2e9)("the first page of three hundred million characters is found in a few", () => {
    let counted = 0;
    const countTokens = (words: string) => {
      counted += words.length;
      return estimateTokens(words);
    };
    const content = [text("line of words\n".repeat(3e8 / 14))];
    expect(toResultPage(content, 1, { pageTokens: 10_000, countTokens })?.hasMore).toBe(true);
    expect(isOverCap(content, { pageTokens: 10_000, countTokens })).toBe(true);
    expect(counted).toBeLessThan(2 * 400_000);
  });
});
