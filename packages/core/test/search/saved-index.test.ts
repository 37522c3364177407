import { PlimsollError } from "@plimsoll/core";
import { createSearchIndex, loadSearchIndex } from "@plimsoll/core/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinSections, splitSections } from "../../src/search/byte-sections.ts";
import { aDocument, anIndex, documents, EVERYTHING, longText, text } from "./documents.ts";

const some = [
  aDocument("github/create_issue", {
    description: "Open an issue",
    aliases: ["new_issue"],
    retiredNames: ["old"],
  }),
  aDocument("tenki", { description: "天気予報を取得します" }),
];

function refusalOf(bytes: Uint8Array): string {
  try {
    loadSearchIndex(bytes);
  } catch (error) {
    if (PlimsollError.is(error, "INDEX_UNREADABLE")) return error.data.reason;
    throw error;
  }
  return "read";
}

describe("a saved index", () => {
  test("answers as the one that was saved, also after it changes", async () => {
    await fc.assert(
      fc.asyncProperty(documents, documents, fc.oneof(text, longText), async (first, second, query) => {
        const saved = anIndex(first);
        const loaded = loadSearchIndex(saved.save());
        const request = { text: query, limit: 20, view: EVERYTHING, explain: true };
        expect(await loaded.search(request)).toEqual(await saved.search(request));
        for (const index of [saved, loaded]) {
          index.put(second);
          index.remove(first.slice(0, 2).map(({ name }) => name));
        }
        expect(await loaded.search(request)).toEqual(await saved.search(request));
      }),
    );
  });

  test("keeps aliases, superseded names and text in any script", async () => {
    const loaded = loadSearchIndex(anIndex(some).save());
    for (const [query, name] of [
      ["new_issue", "github/create_issue"],
      ["old", "github/create_issue"],
      ["予報", "tenki"],
    ] as const) {
      const { matches } = await loaded.search({ text: query, limit: 1, view: EVERYTHING });
      expect(matches[0]?.name).toBe(name);
    }
  });

  test("an empty one is one too", async () => {
    const loaded = loadSearchIndex(createSearchIndex().save());
    expect(loaded.size).toBe(0);
    expect((await loaded.search({ text: "x", limit: 1, view: EVERYTHING })).matches).toEqual([]);
  });

  test("is refused when it is cut off anywhere, or changed anywhere", () => {
    const bytes = anIndex(some).save();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(refusalOf(bytes.slice(0, length))).not.toBe("read");
      }),
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(refusalOf(changed)).not.toBe("read");
      }),
    );
  });

  test("is refused when it is something else, and the message says what to do", () => {
    expect(refusalOf(new Uint8Array())).toBe("it is too short");
    expect(refusalOf(new TextEncoder().encode('{"version":1,"documents":[]}'))).toMatch(
      /does not begin with/,
    );
    expect(() => loadSearchIndex(new Uint8Array(100))).toThrow(/Build it anew from the tools/);
  });

  test("is read from the middle of a larger buffer", async () => {
    const bytes = anIndex(some).save();
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(loadSearchIndex(larger.subarray(3, 3 + bytes.length)).size).toBe(2);
  });

  test("is refused when its parts do not fit together, though they add up", () => {
    const magic = "PLMSIDX1";
    const sections = splitSections(magic, anIndex(some).save());
    if (typeof sections === "string") throw new Error(sections);
    const changed = { tools: new TextEncoder().encode("{"), stemTerms: new Uint8Array(3) };
    for (const [name, bytes] of Object.entries(changed)) {
      const joined = joinSections(magic, { ...sections, [name]: bytes });
      expect(refusalOf(joined)).toBe("its parts do not fit together");
    }
  });
});
