import { createSearchIndex, type SearchDocument, type SearchView } from "@plimsoll/core/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const EVERYTHING: SearchView = { permits: () => true };

function aDocument(name: string, extra: Partial<SearchDocument> = {}): SearchDocument {
  return {
    name,
    wireName: name.replace("/", "__"),
    aliases: [],
    retiredNames: [],
    title: "",
    keywords: [],
    searchHint: "",
    promptSnippet: "",
    description: "",
    parameters: "",
    source: name.includes("/") ? (name.split("/")[0] ?? "") : "code",
    domain: "code",
    risk: "write",
    ...extra,
  };
}

function anIndex(documents: readonly SearchDocument[]) {
  const index = createSearchIndex();
  index.put(documents);
  return index;
}

const words = ["open", "issue", "file", "read", "merge", "branch", "send", "mail"];
const document = fc
  .record({
    name: fc
      .tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.nat(9))
      .map((parts) => parts.join("_")),
    description: fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((text) => text.join(" ")),
    domain: fc.constantFrom("planning", "memory"),
  })
  .map(({ name, ...extra }) => aDocument(name, extra));
const documents = fc.uniqueArray(document, { selector: ({ name }) => name, maxLength: 15 });
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(" "));

describe("the lexical index", () => {
  const index = anIndex([
    aDocument("github/create_issue", { description: "Open an issue in a repository", domain: "planning" }),
    aDocument("github/list_issues", { description: "List the issues of a repository", risk: "read" }),
    aDocument("enter-worktree", { description: "Switch to a worktree", retiredNames: ["worktree_open"] }),
    aDocument("search", { description: "Search the web" }),
  ]);
  const names = async (query: string, extra = {}) =>
    (await index.search({ text: query, limit: 5, view: EVERYTHING, ...extra })).matches.map(
      ({ name }) => name,
    );

  test("ranks by shared words, rarer words first", async () => {
    expect(await names("open an issue")).toEqual(["github/create_issue", "github/list_issues"]);
  });

  test.each([
    "create_issue",
    "github/create_issue",
    "github__create_issue",
    "mcp__github__create_issue",
    "please run `create_issue` to list every issue of a repository",
    "select:create_issue",
    "use CreateIssue now, not a list of issues",
  ])("an exact name comes first: %s", async (query) => {
    expect((await names(query))[0]).toBe("github/create_issue");
  });

  test("a retired name finds its living twin, as a whole query", async () => {
    expect((await names("worktree_open"))[0]).toBe("enter-worktree");
  });

  test("a plain word is a word, unless it is the whole query or quoted", async () => {
    const lane = async (query: string) =>
      (await index.search({ text: query, limit: 5, view: EVERYTHING })).matches.find(
        ({ name }) => name === "search",
      )?.lane;
    expect(await lane("search the issues")).toBe("lexical");
    expect(await lane("search")).toBe("exact");
    expect(await lane("the tool `search`")).toBe("exact");
  });

  test("filters by domain, source and risk", async () => {
    expect(await names("issue", { domain: "planning" })).toEqual(["github/create_issue"]);
    expect(await names("issue", { risk: "read" })).toEqual(["github/list_issues"]);
    expect(await names("search issue", { source: "code" })).toEqual(["search"]);
  });

  test("finding nothing is an answer, with where to look", async () => {
    const answer = await index.search({ text: "bake a cake", limit: 5, view: EVERYTHING });
    expect(answer.matches).toEqual([]);
    expect(answer.nearestDomains).toEqual(["code", "planning"]);
    const elsewhere = await index.search({ text: "issue", limit: 5, view: EVERYTHING, domain: "baking" });
    expect(elsewhere).toMatchObject({ matches: [], nearestDomains: ["code", "planning"] });
  });

  test("explains which lane and which words put a tool where it is", async () => {
    const { matches } = await index.search({
      text: "create_issue repository",
      limit: 1,
      view: EVERYTHING,
      explain: true,
    });
    expect(matches[0]?.explanation?.map(({ lane, term }) => [lane, term])).toEqual([
      ["exact", undefined],
      ["lexical", "creat"],
      ["lexical", "issu"],
      ["lexical", "repositori"],
    ]);
  });

  test("a source is taken away whole", async () => {
    const small = anIndex([aDocument("github/a"), aDocument("jira/a")]);
    small.removeSource("github");
    expect(small.size).toBe(1);
    expect(
      (await small.search({ text: "a", limit: 5, view: EVERYTHING })).matches.map(({ name }) => name),
    ).toEqual(["jira/a"]);
  });
});

describe("laws of a search index", () => {
  test("updated in place equals built anew, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(documents, documents, text, async (first, second, query) => {
        const updated = anIndex(first);
        updated.put(second);
        updated.remove(first.slice(0, 3).map(({ name }) => name));
        const gone = new Set(first.slice(0, 3).map(({ name }) => name));
        const final = new Map([...first, ...second].map((one) => [one.name, one]));
        const rebuilt = anIndex([...final.values()].filter(({ name }) => !gone.has(name)).reverse());
        const request = { text: query, limit: 20, view: EVERYTHING, explain: true };
        expect(await updated.search(request)).toEqual(await rebuilt.search(request));
      }),
    );
  });

  test("a tool that is not permitted is not found and shifts nothing", async () => {
    await fc.assert(
      fc.asyncProperty(documents, text, fc.func(fc.boolean()), async (all, query, permits) => {
        const request = { text: query, limit: 20, explain: true };
        const permitted = all.filter(({ name }) => permits(name));
        const inView = await anIndex(all).search({ ...request, view: { permits } });
        expect(inView).toEqual(await anIndex(permitted).search({ ...request, view: EVERYTHING }));
      }),
    );
  });

  test("law 5: a name in the query comes first, whatever else the query says", async () => {
    await fc.assert(
      fc.asyncProperty(documents, text, text, fc.nat(), async (all, before, after, pick) => {
        const wanted = all[pick % Math.max(1, all.length)];
        fc.pre(wanted !== undefined);
        const query = `${before} ${wanted.name} ${after}`;
        const { matches } = await anIndex(all).search({ text: query, limit: 5, view: EVERYTHING });
        expect(matches[0]?.name).toBe(wanted.name);
      }),
    );
  });

  test("no text makes it throw", async () => {
    const index = anIndex([aDocument("read")]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (query) => {
        await index.search({ text: query, limit: 5, view: EVERYTHING });
      }),
    );
  });
});
