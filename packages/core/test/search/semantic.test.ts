import { type Embedder, loadSearchIndex } from "@plimsoll/core/search";
import { describe, expect, test } from "vitest";
import { aDocument, anEmbedder, anIndex, EVERYTHING, find } from "./documents.ts";

const documents = [
  aDocument("inbox_show", { description: "Peruse a letter" }),
  aDocument("archive_open", { description: "Begin with a document" }),
  aDocument("tree_merge", { description: "Merg a branch" }),
];

/** An embedder that answers when it is told to, in the order it was asked. */
function aSlowEmbedder() {
  const fast = anEmbedder();
  const waiting: (() => void)[] = [];
  const embedder: Embedder = {
    ...fast,
    embed: (texts, purpose) =>
      purpose === "query"
        ? fast.embed(texts, purpose)
        : new Promise((resolve) => waiting.push(() => resolve(fast.embed(texts, purpose)))),
  };
  return { embedder, answer: () => waiting.shift()?.() };
}

describe("the semantic lane", () => {
  test("finds a tool that shares no word with the request", async () => {
    const { matches } = await anIndex(documents, anEmbedder()).search({
      text: "read my mail",
      limit: 5,
      view: EVERYTHING,
      explain: true,
    });
    expect(matches[0]).toMatchObject({ name: "inbox_show", lane: "semantic" });
    expect(matches[0]?.explanation?.map(({ lane }) => lane)).toEqual(["semantic"]);
    expect(await find(anIndex(documents), "read my mail")).toEqual([]);
  });

  test("finds the tool of each part of a request", async () => {
    const query = "Please look closely at my message today. Then start writing some longer paper tonight.";
    expect((await find(anIndex(documents, anEmbedder()), query)).sort()).toEqual([
      "archive_open",
      "inbox_show",
    ]);
  });

  test("a name comes before any meaning", async () => {
    const { matches } = await anIndex(documents, anEmbedder()).search({
      text: "tree_merge, to read my mail",
      limit: 5,
      view: EVERYTHING,
    });
    expect(matches.map(({ name, lane }) => [name, lane])).toEqual([
      ["tree_merge", "exact"],
      ["inbox_show", "semantic"],
    ]);
  });

  test("where the embedder knows none of the words, words alone decide", async () => {
    const foreign = [aDocument("tenki", { description: "天気予報を取得します" }), ...documents];
    expect(await find(anIndex(foreign, anEmbedder()), "天気予報")).toEqual(
      await find(anIndex(foreign), "天気予報"),
    );
  });

  test("says that nothing matches where neither words nor meaning do", async () => {
    const answer = await anIndex(documents, anEmbedder()).search({ text: "zzz", limit: 5, view: EVERYTHING });
    expect(answer).toEqual({ matches: [], suggestions: [], nearestDomains: ["code"] });
  });
});

describe("an embedder that takes its time", () => {
  test("keeps no search waiting: tools are found by their words until their vectors arrive", async () => {
    const { embedder, answer } = aSlowEmbedder();
    const index = anIndex(documents, embedder);
    expect(index.pending).toBe(3);
    expect(await find(index, "letter")).toEqual(["inbox_show"]);
    expect(await find(index, "mail")).toEqual([]);
    const settled = index.settled();
    answer();
    await settled;
    expect(index.pending).toBe(0);
    expect(await find(index, "mail")).toEqual(["inbox_show"]);
  });

  test("gives a tool that changed meanwhile no vector of what it was", async () => {
    const { embedder, answer } = aSlowEmbedder();
    const index = anIndex([aDocument("a", { description: "letter" })], embedder);
    index.put([aDocument("a", { description: "document" })]);
    index.put([aDocument("b", { description: "branch" })]);
    index.remove(["b"]);
    const settled = index.settled();
    answer();
    await Promise.resolve();
    expect(await find(index, "mail")).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve));
    answer();
    await settled;
    expect(await find(index, "paper")).toEqual(["a"]);
    expect(await find(index, "token")).toEqual([]);
  });

  test("may fail: words alone decide then, and whoever waits is told once", async () => {
    for (const fail of [
      () => Promise.reject(new Error("no memory")),
      () => {
        throw new Error("no memory");
      },
    ]) {
      const index = anIndex(documents, { id: "broken", dimensions: 3, embed: fail });
      await expect(index.settled()).rejects.toThrow("no memory");
      await index.settled();
      expect(await find(index, "letter")).toEqual(["inbox_show"]);
    }
  });

  test("that answers too little is told of, and spoils nothing", async () => {
    const short = { id: "short", dimensions: 3, embed: () => new Float32Array(2).fill(1) };
    const index = anIndex(documents, short);
    await expect(index.settled()).rejects.toThrow("The embedder short answered 2 numbers where 18 were due.");
    expect(await find(index, "letter")).toEqual(["inbox_show"]);
  });

  test("that answers nonsense spoils no score", async () => {
    const nonsense = {
      id: "nan",
      dimensions: 3,
      embed: (texts: readonly string[]) => new Float32Array(texts.length * 3).fill(Number.NaN),
    };
    expect(await find(anIndex(documents, nonsense), "letter")).toEqual(["inbox_show"]);
  });
});

describe("saved vectors", () => {
  test("come back without the embedder's work", async () => {
    const bytes = anIndex(documents, anEmbedder()).save();
    const embedder = anEmbedder();
    const loaded = loadSearchIndex(bytes, { embedder });
    loaded.put(documents);
    expect(embedder.read).toEqual([]);
    expect(await find(loaded, "read my mail")).toEqual(["inbox_show"]);
  });

  test("of another embedder are dropped, and made anew when the documents are put again", async () => {
    const bytes = anIndex(documents, anEmbedder("one")).save();
    const loaded = loadSearchIndex(bytes, { embedder: anEmbedder("other") });
    expect(await find(loaded, "read my mail")).toEqual([]);
    loaded.put(documents);
    expect(await find(loaded, "read my mail")).toEqual(["inbox_show"]);
    expect(await find(loadSearchIndex(bytes), "letter")).toEqual(["inbox_show"]);
  });

  test("follow their tools when slots are given back", async () => {
    const index = anIndex(documents, anEmbedder());
    for (let round = 0; round < 200; round++)
      index.put([aDocument("busy", { description: `Number ${round}` })]);
    index.remove(["busy"]);
    expect(await find(index, "read my mail")).toEqual(["inbox_show"]);
    expect(await find(index, "begin some paper")).toEqual(["archive_open"]);
  });
});
