import { describe, expect, it } from "vitest";
import { findIn, manifest, takes, tool, toolsOf } from "./subjects.ts";

describe("missing-description", () => {
  it("finds tools that say nothing of themselves", () => {
    const tools = [tool("sync", "  "), tool("list", "Lists the machines of the cluster.")];
    expect(toolsOf(findIn("missing-description", { a: tools }))).toEqual(["a/sync"]);
  });
});

describe("useless-description", () => {
  it.each(["TODO", "No description provided.", "List nodes.", "Lists all the nodes", "List node details"])(
    "finds %j for list_nodes",
    (text) => {
      expect(toolsOf(findIn("useless-description", { a: [tool("list_nodes", text)] }))).toEqual([
        "a/list_nodes",
      ]);
    },
  );

  it.each(["", "List nodes of the cluster", "列出集群中的所有节点及其状态", "todo lists of the cluster"])(
    "leaves %j alone",
    (text) => {
      expect(findIn("useless-description", { a: [tool("list_nodes", text)] })).toEqual([]);
    },
  );
});

describe("cites-stale-name", () => {
  const list = tool("list_issues", "Lists.", { aliases: ["issues_all"] });
  const citing = (text: string) => ({ a: [list, tool("close_issue", text)] });

  it.each(["Use `list_issue` first.", "Needs an id of listIssues.", "See `List_Issues`.", "Not issues_all."])(
    "finds the name in %j",
    (text) => {
      expect(findIn("cites-stale-name", citing(text))).toMatchObject([
        { tool: "a/close_issue", others: ["a/list_issues"] },
      ]);
    },
  );

  it.each([
    "Use list_issues first, or a/list_issues, or a__list_issues.",
    "Lists issues; a read-only, real-time list of issues.",
    "On GitHub the issue_id is a number, and `state` is open.",
    "Use list_pulls or `listReleases`.",
  ])("leaves %j alone", (text) => {
    expect(findIn("cites-stale-name", citing(text))).toEqual([]);
  });

  it("finds retired names, also in parameters, and leaves names of parameters alone", () => {
    const laid = manifest({
      lifecycle: [{ name: "a/all_issues", state: "hidden", replacement: "a/list_issues" }],
    });
    const inputSchema = takes({ list_issue: {}, id: { description: "From all_issues, or as list_issue." } });
    const tools = { a: [list, tool("close_issue", "Closes.", { inputSchema })] };
    expect(findIn("cites-stale-name", tools, laid)).toMatchObject([
      {
        tool: "a/close_issue",
        message: 'There is all_issues in its parameter "id": that name is hidden; the tool is a/list_issues.',
      },
    ]);
  });
});

describe("schema-rejected", () => {
  it("finds combinators at the top, names that need a hash, and numbers", () => {
    const tools = [
      tool("either", "Takes one of two.", { inputSchema: { type: "object", oneOf: [{ required: ["a"] }] } }),
      tool("get page (v2)", "Gets."),
      tool("42", "Answers."),
      tool("inner", "Takes.", { inputSchema: takes({ a: { oneOf: [{ type: "string" }] } }) }),
    ];
    expect(findIn("schema-rejected", { a: tools }).map(({ tool: name, message }) => [name, message])).toEqual(
      [
        ["a/42", "Its name is a number."],
        ["a/either", "Its input schema has oneOf at the top."],
        ["a/get page (v2)", expect.stringMatching(/a model sees a__get_page__v2__\w{10}\./)],
      ],
    );
  });

  it("says, as an info, who is sent another schema, and why", () => {
    const inputSchema = takes({ "filter[id]": { type: "array" }, kind: { const: "a" } });
    const tools = [tool("list", "Lists.", { inputSchema }), tool("now", "Tells the time.")];
    expect(findIn("schema-rejected", { a: tools })).toMatchObject([
      {
        tool: "a/list",
        severity: "info",
        message:
          'Its input schema is sent rewritten to Anthropic (the parameter name "filter[id]"), OpenAI (a list without "items" at /properties/filter[id]), Gemini (a list without "items" at /properties/filter[id]).',
      },
    ]);
  });
});

describe("undescribed-parameter", () => {
  it("names the parameters, required ones first, in one finding a tool", () => {
    const inputSchema = takes({ since: {}, id: { type: "string" }, path: { description: "Where." } }, "id");
    const described = {
      ...takes({ a: { $ref: "#/$defs/a" }, b: { anyOf: [{ description: "One." }, {}] } }),
      $defs: { a: { description: "An a." } },
    };
    const tools = [tool("x", "X.", { inputSchema }), tool("y", "Y.", { inputSchema: described })];
    expect(findIn("undescribed-parameter", { a: tools })).toMatchObject([
      { tool: "a/x", severity: "info", message: "No description: id, since." },
    ]);
  });
});

describe("unchecked-pattern", () => {
  it("names each pattern that is passed over, its place and why, and no other", () => {
    const inputSchema = takes({
      id: { type: "string", pattern: "^(?!draft-).+$" },
      slug: { type: "string", pattern: "^([a-z]+-?)+$" },
    });
    expect(findIn("unchecked-pattern", { a: [tool("x", "X.", { inputSchema })] })).toMatchObject([
      {
        tool: "a/x",
        severity: "info",
        message: expect.stringMatching(
          /^Arguments are not checked against "\^\(\?!draft-\)\.\+\$" at \/properties\/id\/pattern: .+\.$/,
        ),
      },
    ]);
  });
});

describe("hidden-characters and set-aside", () => {
  const inputSchema = takes({ path: { description: "Where\u{E0041}to" } });
  const tools = [
    tool("good", "All can be seen: 👩‍💻, Zoë, 日本語."),
    tool("told", "Adds\u200B numbers."),
    tool("inner", "Reads.", { inputSchema }),
    tool("broken", "Breaks.", { inputSchema: { type: "string" } }),
  ];

  it("are found in parameters, and in what the catalog set aside for them", () => {
    expect(
      findIn("hidden-characters", { a: tools }).map(({ tool: name, message }) => [name, message]),
    ).toEqual([
      ["a/inner", 'There is the hidden character U+E0041 in its parameter "path".'],
      ["a/told", "Set aside: its description hides the character U+200B."],
    ]);
  });

  it("do not both report one tool", () => {
    expect(toolsOf(findIn("set-aside", { a: tools }))).toEqual(["a/broken"]);
    expect(findIn("set-aside", { a: tools.slice(0, 1) })).toEqual([]);
  });

  it("report what was set aside before a manifest was laid over the rest", () => {
    expect(toolsOf(findIn("set-aside", { a: tools }, manifest({})))).toEqual(["a/broken"]);
  });
});
