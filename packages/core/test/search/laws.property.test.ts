import { createSearchIndex, loadSearchIndex, type SearchDocument } from "@plimsoll/core/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aDocument,
  anEmbedder,
  anIndex,
  document,
  documents,
  EVERYTHING,
  longText,
  text,
  WORDS,
} from "./documents.ts";

type Operation =
  | { readonly type: "put"; readonly documents: readonly SearchDocument[] }
  | { readonly type: "remove"; readonly at: readonly number[] }
  | { readonly type: "removeSource"; readonly source: string }
  | { readonly type: "search"; readonly text: string }
  | { readonly type: "restart" };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("put" as const), documents }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("remove" as const),
      at: fc.array(fc.nat(20), { maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("removeSource" as const),
      source: fc.constantFrom("github", "jira", "code"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("search" as const), text }) },
  { weight: 1, arbitrary: fc.constant({ type: "restart" as const }) },
);

describe.each([
  ["words alone", undefined],
  ["words and meaning", anEmbedder()],
])("laws of a search index, by %s", (_, embedder) => {
  test("updated in place equals built anew, whatever happened to it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 25 }),
        fc.oneof(text, longText),
        async (operations, query) => {
          let index = createSearchIndex({ embedder });
          const model = new Map<string, SearchDocument>();
          for (const one of operations) {
            if (one.type === "put") {
              index.put(one.documents);
              for (const document of one.documents) model.set(document.name, document);
            } else if (one.type === "remove") {
              const names = [...model.keys()].filter((_, at) => one.at.includes(at));
              index.remove([...names, "was_never_there"]);
              for (const name of names) model.delete(name);
            } else if (one.type === "removeSource") {
              index.removeSource(one.source);
              for (const [name, { source }] of model) if (source === one.source) model.delete(name);
            } else if (one.type === "search") {
              await index.search({ text: one.text, limit: 3, view: EVERYTHING });
            } else index = loadSearchIndex(index.save(), { embedder });
          }
          const rebuilt = anIndex([...model.values()].reverse(), embedder);
          expect(index.size).toBe(model.size);
          const request = { text: query, limit: 20, view: EVERYTHING, explain: true };
          expect(await index.search(request)).toEqual(await rebuilt.search(request));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("many changes leave no trace", async () => {
    const index = createSearchIndex({ embedder });
    const make = (round: number) =>
      Array.from({ length: 40 }, (_, at) =>
        aDocument(`tool_${at}`, { description: `does ${WORDS[(at + round) % 9]}` }),
      );
    for (let round = 0; round < 30; round++) index.put(make(round));
    const request = { text: "read mail `tool_3`", limit: 40, view: EVERYTHING };
    expect(await index.search(request)).toEqual(await anIndex(make(29), embedder).search(request));
    expect(index.save().length).toBeLessThan(2 * anIndex(make(29), embedder).save().length);
  });

  test("an explanation adds up to the score", async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.oneof(text, longText), async (all, query) => {
        const { matches } = await anIndex(all, embedder).search({
          text: query,
          limit: 20,
          view: EVERYTHING,
          explain: true,
        });
        for (const { score, explanation } of matches) {
          const sum = (explanation ?? []).reduce((total, evidence) => total + evidence.score, 0);
          expect(Math.abs(sum - score)).toBeLessThan(1e-4 * Math.max(1, score));
        }
      }),
    );
  });

  test("matches come by score, then by name, and none twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.oneof(text, longText),
        fc.integer({ min: 0, max: 8 }),
        async (all, query, limit) => {
          const index = anIndex(all, embedder);
          const { matches } = await index.search({ text: query, limit, view: EVERYTHING });
          const sorted = [...matches].sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
          expect(matches).toEqual(sorted);
          expect(new Set(matches.map(({ name }) => name)).size).toBe(matches.length);
          const more = await index.search({ text: query, limit: 50, view: EVERYTHING });
          expect(more.matches.slice(0, limit)).toEqual(matches);
        },
      ),
    );
  });

  test("a tool that is not permitted is not found and shifts nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.oneof(text, longText),
        fc.func(fc.boolean()),
        async (all, query, permits) => {
          const request = { text: query, limit: 20, explain: true };
          const permitted = all.filter(({ name }) => permits(name));
          const inView = await anIndex(all, embedder).search({ ...request, view: { permits } });
          expect(inView).toEqual(await anIndex(permitted, embedder).search({ ...request, view: EVERYTHING }));
        },
      ),
    );
  });

  test("a filter leaves out what it does not want, statistics and all", async () => {
    await fc.assert(
      fc.asyncProperty(documents, text, async (all, query) => {
        const request = { text: query, limit: 20, explain: true, view: EVERYTHING };
        const filtered = await anIndex(all, embedder).search({ ...request, domain: "memory", risk: "read" });
        const wanted = all.filter(({ domain, risk }) => domain === "memory" && risk === "read");
        const { matches, suggestions } = await anIndex(wanted, embedder).search(request);
        expect(filtered).toMatchObject({ matches, suggestions });
      }),
    );
  });

  test("law 5: names in the query come first, whatever else the query says", async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        text,
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        async (all, noise, picks) => {
          fc.pre(all.length > 0);
          const wanted = [...new Set(picks.map((pick) => all[pick % all.length]?.name ?? ""))];
          const query = `${noise} ${wanted.join(` ${noise} `)} ${noise}`;
          const { matches } = await anIndex(all, embedder).search({
            text: query,
            limit: 20,
            view: EVERYTHING,
          });
          const named = matches.filter(({ lane }) => lane === "exact").map(({ name }) => name);
          expect(matches.slice(0, named.length).map(({ name }) => name)).toEqual(named);
          expect(named).toEqual(expect.arrayContaining(wanted));
        },
      ),
    );
  });

  test("no text and no tool makes it throw or go beyond what was asked for", async () => {
    const anything = fc.string({ unit: "binary", maxLength: 60 });
    const odd = fc.record({ name: anything, text: anything, words: fc.array(anything, { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 6 }), document, anything, async (tools, known, query) => {
        const index = anIndex([
          known,
          ...tools.map(({ name, text: said, words }) =>
            aDocument(name, {
              description: said,
              title: said,
              aliases: words,
              retiredNames: words,
              keywords: words,
            }),
          ),
        ]);
        const { matches, suggestions } = await index.search({
          text: query,
          limit: 3,
          view: EVERYTHING,
          explain: true,
        });
        expect(matches.length).toBeLessThanOrEqual(3);
        expect(suggestions.length).toBeLessThanOrEqual(3);
        for (const { name } of tools.filter((tool) => tool.name.trim() !== "")) {
          const named = await index.search({ text: name, limit: 20, view: EVERYTHING });
          expect(named.matches.find((match) => match.name === name)?.lane).toBe("exact");
        }
      }),
    );
  });
});

test("scores are those of the formula", async () => {
  await fc.assert(
    fc.asyncProperty(documents, text, async (all, query) => {
      const { matches } = await anIndex(all).search({ text: query, limit: 20, view: EVERYTHING });
      const expected = scoreNaively(all, query.split(" "));
      for (const { name, score, lane } of matches) {
        if (lane === "lexical") expect(score).toBeCloseTo(expected.get(name) ?? 0, 4);
      }
      // Words that few of the tools' words are like may be taken for chance; then nothing is found at all.
      if (matches.length > 0)
        expect(new Set(matches.map(({ name }) => name))).toEqual(new Set(expected.keys()));
    }),
  );
});

test.each([
  ["one word", "x"],
  ["spaces", " "],
  ["a sentence", "open the file. "],
  ["names", "open_file, "],
  ["backticks", "`"],
  ["quotes", "“"],
  ["joining words", " and then"],
  ["Chinese", "天气"],
  ["capitals", "aB"],
])(
  "a query of a megabyte of %s ends soon, within its caps",
  async (_, unit) => {
    const index = anIndex([aDocument("open_file", { description: "Open the file 天气" })]);
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const { matches } = await index.search({ text, limit: 5, view: EVERYTHING, explain: true });
    expect(matches.length).toBeLessThanOrEqual(1);
  },
  5_000,
);

test("a tool with a megabyte of text is indexed, and hides no other", async () => {
  const huge = aDocument("huge", { description: "token ".repeat(200_000) });
  const index = anIndex([huge, aDocument("small", { description: "token" })]);
  const { matches } = await index.search({ text: "token", limit: 5, view: EVERYTHING });
  expect(matches.map(({ name }) => name).sort()).toEqual(["huge", "small"]);
});

/** The formula of docs/design/search.md, written for clarity: each word its own stem, one part, names of two words. */
function scoreNaively(all: readonly SearchDocument[], asked: readonly string[]): Map<string, number> {
  const frequency = (document: SearchDocument, term: string): number => {
    const fields: [string, number, number][] = [
      [document.name.replace(/^\w+\//, "").replaceAll("_", " "), 5, 3],
      [document.description, 1, 15],
      [document.sourceTitle, 1, 1.5],
      [document.domain, 1, 1.5],
    ];
    return fields.reduce((sum, [said, weight, usual]) => {
      const words = said.split(" ").filter((one) => one !== "");
      const times = words.filter((one) => one === term).length;
      return sum + (times * weight) / (0.25 + (0.75 * words.length) / usual);
    }, 0);
  };
  const scores = new Map<string, number>();
  for (const term of new Set(asked)) {
    const having = all.filter((document) => frequency(document, term) > 0);
    const idf = Math.log(1 + (all.length - having.length + 0.5) / (having.length + 0.5));
    for (const document of having) {
      const said = frequency(document, term);
      const impact = Math.round((255 * said) / (said + 1.2)) / 255;
      scores.set(document.name, (scores.get(document.name) ?? 0) + 1.25 * idf * impact);
    }
  }
  return scores;
}
