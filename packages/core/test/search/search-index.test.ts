import { describe, expect, test } from "vitest";
import { aDocument, anIndex, EVERYTHING, find } from "./documents.ts";

const index = anIndex([
  aDocument("github/create_issue", { description: "Open an issue in a repository", domain: "planning" }),
  aDocument("github/list_issues", { description: "List the issues of a repository", risk: "read" }),
  aDocument("enter-worktree", { description: "Switch to a worktree", retiredNames: ["worktree_open"] }),
  aDocument("search", { description: "Search the web", state: "active", aliases: ["web_lookup"] }),
  aDocument("jira/issue_transition_list", { description: "Where an issue may go" }),
]);

describe("the exact lane", () => {
  test.each([
    "create_issue",
    "github/create_issue",
    "github__create_issue",
    "mcp__github__create_issue",
    "GitHub/Create-Issue",
    "create issue",
    "please run `create_issue` to list every issue of a repository",
    'the "create issue" tool, to list issues',
    "select:create_issue",
    "use CreateIssue now, not a list of issues",
    "(create-issue)",
  ])("a name comes first however it is written: %s", async (query) => {
    expect((await find(index, query))[0]).toBe("github/create_issue");
  });

  test("every name in a sentence comes, in the order they are given", async () => {
    const query = "call list_issues, then create_issue and web_lookup about a worktree";
    expect((await find(index, query)).slice(0, 3)).toEqual([
      "github/list_issues",
      "github/create_issue",
      "search",
    ]);
    expect((await find(index, "call create_issue, then `list_issues`")).slice(0, 2)).toEqual([
      "github/create_issue",
      "github/list_issues",
    ]);
    expect((await find(index, "select: search , create_issue")).slice(0, 2)).toEqual([
      "search",
      "github/create_issue",
    ]);
  });

  test("all tools of one name come first", async () => {
    const twins = anIndex([
      aDocument("a/run_query"),
      aDocument("b/run_query"),
      aDocument("c/explain", { description: "run query run query run query" }),
    ]);
    expect(await find(twins, "run_query")).toEqual(["a/run_query", "b/run_query", "c/explain"]);
    expect((await find(twins, "b/run_query"))[0]).toBe("b/run_query");
  });

  test("a name without letters is found by itself", async () => {
    expect(await find(anIndex([aDocument("+"), aDocument("🚀")]), "🚀")).toEqual(["🚀"]);
  });

  test("the end of a name will do where only one tool has it, alone or in backticks", async () => {
    const lane = async (query: string) =>
      (await index.search({ text: query, limit: 1, view: EVERYTHING })).matches[0];
    expect(await lane("transition_list")).toMatchObject({
      name: "jira/issue_transition_list",
      lane: "exact",
    });
    expect(await lane("call `transition-list` on every open issue in a repository")).toMatchObject({
      name: "jira/issue_transition_list",
      lane: "exact",
    });
    expect(await lane("ansition_list")).not.toMatchObject({ lane: "exact" });
    const two = anIndex([aDocument("a_list_all"), aDocument("b_list_all")]);
    const { matches } = await two.search({ text: "list_all", limit: 2, view: EVERYTHING });
    expect(matches.map((match) => match.lane)).toEqual(["lexical", "lexical"]);
  });

  test("a superseded name finds its living twin, as the whole query only", async () => {
    expect(await find(index, "worktree_open")).toContain("enter-worktree");
    expect(await find(index, "select:worktree_open")).toContain("enter-worktree");
    const { matches } = await index.search({ text: "call worktree_open", limit: 5, view: EVERYTHING });
    expect(matches.filter(({ lane }) => lane === "exact")).toEqual([]);
    const alone = anIndex([aDocument("go", { retiredNames: ["jump_ahead"] })]);
    expect(await find(alone, "jump ahead please")).toEqual([]);
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

  test("a placeholder names nothing", async () => {
    const { matches } = await index.search({ text: "open <create_issue>", limit: 1, view: EVERYTHING });
    expect(matches[0]?.lane).toBe("lexical");
  });
});

describe("suggestions", () => {
  test("a misspelt name is suggested, never asserted", async () => {
    const answer = await index.search({ text: "crate_isue", limit: 5, view: EVERYTHING });
    expect(answer).toMatchObject({ matches: [], suggestions: ["github/create_issue"] });
    const inside = await index.search({
      text: "now call serach_x and lst_issues",
      limit: 5,
      view: EVERYTHING,
    });
    expect(inside.suggestions).toContain("github/list_issues");
    expect(inside.matches.every(({ lane }) => lane === "lexical")).toBe(true);
  });

  test("a tool that is not permitted is not suggested", async () => {
    const view = { permits: (name: string) => name !== "github/create_issue" };
    const { suggestions } = await index.search({ text: "crate_isue", limit: 5, view });
    expect(suggestions).not.toContain("github/create_issue");
  });

  test("nothing is suggested where a name was given right", async () => {
    expect((await index.search({ text: "create_issue", limit: 5, view: EVERYTHING })).suggestions).toEqual(
      [],
    );
  });
});

describe("the lexical lane", () => {
  test("ranks by shared words, rarer words first", async () => {
    expect(await find(index, "open an issue")).toEqual([
      "github/create_issue",
      "jira/issue_transition_list",
      "github/list_issues",
    ]);
  });

  test.each([
    ["fetch the page", "page_get", "Get a page"],
    ["erase the record", "record_delete", "Delete a record"],
    ["verify my config", "config_check", "Check a config"],
  ])("one verb stands for another: %s", async (query, name, description) => {
    const other = aDocument(`${name.split("_")[0]}_rename`, {
      description: `Rename a ${name.split("_")[0]}`,
    });
    expect((await find(anIndex([other, aDocument(name, { description })]), query))[0]).toBe(name);
  });

  test("of two tools that say a word, the one that says it in the same form comes first", async () => {
    const forms = anIndex([
      aDocument("a", { description: "archives of mails" }),
      aDocument("b", { description: "archive of mail" }),
    ]);
    expect((await find(forms, "archive"))[0]).toBe("b");
    expect((await find(forms, "archives"))[0]).toBe("a");
  });

  test.each([
    ["天気予報を調べる", "tenki"],
    ["予報", "tenki"],
    ["翻訳して", "honyaku"],
    ["查询天气", "tianqi"],
    ["날씨를 알려줘", "nalssi"],
  ])("text without spaces is found: %s", async (query, name) => {
    const unspaced = anIndex([
      aDocument("tenki", { description: "指定した都市の天気予報を取得します" }),
      aDocument("honyaku", { description: "テキストを別の言語に翻訳します" }),
      aDocument("tianqi", { description: "查询指定城市的天气情况" }),
      aDocument("fanyi", { description: "将文本翻译成另一种语言" }),
      aDocument("nalssi", { description: "도시의 날씨를 조회합니다" }),
    ]);
    expect((await find(unspaced, query))[0]).toBe(name);
  });

  test("accents do not matter", async () => {
    expect(
      await find(anIndex([aDocument("a", { description: "Réserver un café" })]), "reserver CAFE"),
    ).toEqual(["a"]);
  });

  test("a request of several parts has the tool of each part early", async () => {
    const many = anIndex([
      ...Array.from({ length: 50 }, (_, at) => aDocument(`other_${at}`, { description: `Number ${at}` })),
      ...["send", "draft", "forward", "archive", "print", "delay"].map((verb) =>
        aDocument(`mail_${verb}`, { description: "Mail reminders of late, unpaid invoices to customers" }),
      ),
      aDocument("room_book", { description: "Book a room" }),
    ]);
    const query =
      "Mail a reminder of unpaid invoices to all customers who are late. Then book some room in the office for Monday.";
    expect((await find(many, query)).slice(0, 5)).toContain("room_book");
  });
});

describe("an answer", () => {
  test("is filtered by domain, source, risk and state", async () => {
    expect(await find(index, "issue", { domain: "planning" })).toEqual(["github/create_issue"]);
    expect(await find(index, "issue", { risk: "read" })).toEqual(["github/list_issues"]);
    expect(await find(index, "search issue", { source: "code" })).toEqual(["search"]);
    expect(await find(index, "search issue", { state: "active" })).toEqual(["search"]);
  });

  test("of nothing says where to look: a domain that the query names, then the largest", async () => {
    const answer = await index.search({ text: "bake a cake", limit: 5, view: EVERYTHING });
    expect(answer).toEqual({ matches: [], suggestions: [], nearestDomains: ["code", "planning"] });
    const elsewhere = await index.search({
      text: "planning zzz",
      limit: 5,
      view: EVERYTHING,
      source: "none",
    });
    expect(elsewhere).toMatchObject({ matches: [], nearestDomains: ["planning", "code"] });
  });

  test("explains which lane and which words put a tool where it is", async () => {
    const { matches } = await index.search({
      text: "create_issue repository fetch",
      limit: 1,
      view: EVERYTHING,
      explain: true,
    });
    expect(matches[0]?.explanation?.map(({ lane, term }) => [lane, term])).toEqual([
      ["exact", undefined],
      ["lexical", "create"],
      ["lexical", "issue"],
      ["lexical", "repository"],
    ]);
    const verbs = await anIndex([aDocument("page_get")]).search({
      text: "fetch page",
      limit: 1,
      view: EVERYTHING,
      explain: true,
    });
    expect(verbs.matches[0]?.explanation).toContainEqual(
      expect.objectContaining({ lane: "lexical", term: "get", asked: "fetch" }),
    );
  });

  test("has no more matches than asked for", async () => {
    expect(await find(index, "issue", { limit: 1 })).toHaveLength(1);
    expect(await index.search({ text: "issue", limit: 0, view: EVERYTHING })).toEqual({
      matches: [],
      suggestions: [],
      nearestDomains: [],
    });
  });
});

test("a source is taken away whole", async () => {
  const small = anIndex([aDocument("github/a_b"), aDocument("jira/a_b")]);
  small.removeSource("github");
  expect(small.size).toBe(1);
  expect(await find(small, "a_b")).toEqual(["jira/a_b"]);
});
