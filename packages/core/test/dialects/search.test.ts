import {
  createRuntime,
  defineTool,
  estimateTokens,
  parseManifest,
  type RuntimeOptions,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { readNames } from "../../src/dialects/search/read-names.ts";
import { search } from "../../src/dialects/search/search.ts";
import { toSearchHint } from "../../src/dialects/search/search-hint.ts";
import { anEntry, aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith } from "../runtime/talk.ts";

const THINKING_BOUND = "claude-fable-5-1";

function aTalk(options: Partial<RuntimeOptions> = {}, model = "m"): Talk {
  const runtime = createRuntime({
    tools: [aTool("read")],
    dialect: search(),
    policy: { deny: ["github/secret_*"] },
    ...options,
  });
  runtime.catalog.replace(
    { id: "github", kind: "mcp", title: "GitHub" },
    {
      tools: [
        aTool("list_issues", { description: "List the issues of a repository" }),
        aTool("merge", { description: "Merge a pull request" }),
        aTool("secret_issues", { description: "List secret issues" }),
      ],
    },
  );
  return talkWith(runtime, { model });
}

const lookUp = async (talk: Talk, query: string): Promise<string> => {
  await talk.call(calling("tool_search", { query }));
  return talk.textOf("tool_search");
};
const arrayOf = (talk: Talk): string[] => talk.step().tools.map(({ name }) => name);

describe("what is looked up", () => {
  test.each([
    ["mcp__github__list_issues", ["mcp__github__list_issues"]],
    [" select:read write ", ["read", "write"]],
    ["select:a,b", ["a", "b"]],
    ["read, create_issue list_issues", ["read", "create_issue", "list_issues"]],
    ["please load `merge`, thanks", ["merge", "thanks"]],
    ["What does mcp__github__merge do?", ["mcp__github__merge"]],
    ["open an issue", ["open an issue"]],
    ["listIssues.", ["listIssues"]],
    [" , ", []],
  ])("%j names %j", (query, names) => {
    expect(readNames(query)).toEqual(names);
  });

  test.each(["mcp__github__merge", "github__merge", "github/merge", "merge", "Merge", "MCP__GitHub__Merge"])(
    "%s is the tool, in that spelling too",
    async (query) => {
      const talk = aTalk();
      expect(await lookUp(talk, query)).toContain("Callable from the next step on: mcp__github__merge.");
      expect(arrayOf(talk)).toEqual(["read", "tool_search", "mcp__github__merge"]);
      await talk.call(calling("mcp__github__merge"));
      expect(talk.textOf("mcp__github__merge")).toBe("ran merge");
    },
  );

  test("several are loaded together, and a name that nobody has is explained beside them", async () => {
    const talk = aTalk();
    const text = await lookUp(talk, "select:merge,list_isues,read");
    expect(text).toContain("Callable from the next step on: mcp__github__merge.");
    expect(text).toContain("Callable already: read.");
    expect(text).toContain(
      'No tool named "list_isues" is available here. Nearest: mcp__github__list_issues.',
    );
    expect(text).not.toContain("found by a search");
  });

  test("where nothing is named, a search offers what fits, apart, and loads nothing", async () => {
    const talk = aTalk();
    expect(await lookUp(talk, "merge a pull request")).toBe(
      [
        'No tool named "merge a pull request" is available here. Nearest: mcp__github__merge.',
        "",
        'Not looked up, but found by a search for "merge a pull request":',
        "- mcp__github__merge: GitHub: Merge a pull request",
        'Next: tool_search({"query":"mcp__github__merge"})',
      ].join("\n"),
    );
    expect(arrayOf(talk)).toEqual(["read", "tool_search"]);
    expect(await lookUp(talk, "merge a pull request")).toContain("You have asked for this before");
  });

  test("law 12: where a search finds nothing either, the answer says so", async () => {
    expect(await lookUp(aTalk(), "bake bread")).toContain(
      'No tool matches "bake bread" by its description either. Tools exist in: github, code.',
    );
  });

  test("law 4: a denied tool is as unknown as one that never was", async () => {
    const told = async (name: string) => (await lookUp(aTalk(), name)).replaceAll(name, "NAME");
    expect(await told("mcp__github__secret_issues")).toBe(await told("mcp__github__sacred_issues"));
  });

  test("an old name finds its living twin", async () => {
    const talk = aTalk({
      lifecycle: [
        { name: "merge_request", replacement: "github/merge", state: "hidden", replay_supported: true },
      ],
    });
    expect(await lookUp(talk, "merge_request")).toContain("next step on: mcp__github__merge.");
  });

  test.each([{}, { query: "" }, { query: " , " }])("%j is refused", async (input) => {
    const talk = aTalk();
    await talk.call(calling("tool_search", input));
    expect(talk.textOf("tool_search")).toContain("The call was not made.");
  });

  test("more than 20 names at once are refused", async () => {
    const names = Array.from({ length: 21 }, (_, at) => `tool_${at}`);
    expect(await lookUp(aTalk(), names.join(" "))).toContain("Give at most 20 names at once.");
  });
});

describe("a model whose array cannot grow", () => {
  test("is given tool_call, and told so", async () => {
    const talk = aTalk({}, THINKING_BOUND);
    const { strategy, prompt } = talk.step();
    expect(strategy).toBe("bridge");
    expect(arrayOf(talk)).toEqual(["read", "tool_call", "tool_search"]);
    expect(prompt).toContain("A tool that you have looked up with tool_search is called through tool_call.");
  });

  test("calls through it what it has looked up, and nothing else", async () => {
    const talk = aTalk({}, THINKING_BOUND);
    const call = calling("tool_call", { name: "mcp__github__merge", arguments: {} });
    await talk.call(call);
    expect(talk.textOf("tool_call")).toContain(
      'mcp__github__merge is not loaded. Load it with tool_search({"query":"mcp__github__merge"})',
    );
    await lookUp(talk, "mcp__github__merge");
    await talk.call(call);
    expect(talk.textOf("tool_call")).toBe("ran merge");
    expect(arrayOf(talk)).toEqual(["read", "tool_call", "tool_search"]);
  });

  test("is given a definition again when it asks again, since no array carries it", async () => {
    const talk = aTalk({}, THINKING_BOUND);
    await lookUp(talk, "merge");
    expect(await lookUp(talk, "merge")).toContain(
      "Callable already: mcp__github__merge.\n\nmcp__github__merge: Merge a pull request\nSchema:",
    );
  });
});

describe("the summary", () => {
  const many = Array.from({ length: 400 }, (_, at) => aTool(`tool_number_${at}`));

  test("law 8: stays within the room for the preview, and counts what it does not name", () => {
    const runtime = createRuntime({ dialect: search(), budget: { previewTokens: 300 } });
    runtime.catalog.replace({ id: "big", kind: "mcp" }, { tools: many });
    runtime.catalog.replace({ id: "small", kind: "mcp" }, { tools: [aTool("one")] });
    const { prompt } = runtime.step({ history: [], model: "m" });
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(300);
    expect(prompt).toContain("- mcp__small__one");
    expect(prompt).toMatch(/There are more, of: big \(3\d\d\)\./);
  });

  test("a host's own words are held to the same room", () => {
    const summary = (tools: readonly unknown[]): string => "word ".repeat(tools.length * 10 + 1);
    const runtime = createRuntime({ dialect: search({ summary }), budget: { previewTokens: 300 } });
    runtime.catalog.replace({ id: "big", kind: "mcp" }, { tools: many });
    const { prompt } = runtime.step({ history: [], model: "m" });
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(300);
    expect(prompt).not.toBe("");
  });

  test.each([
    [aTool("a", { description: "Say  what\nit does. And more." }), "github", "github: Say what it does."],
    [aTool("a", { searchHint: "own\nwords" }), "github", "own words"],
    [aTool("a", { description: "" }), "github", "github"],
    [aTool("a", { description: "Says it." }), undefined, "Says it."],
  ])("%# has a hint of its own, or one from its server and description", (tool, server, hint) => {
    expect(toSearchHint(anEntry(tool, server))).toBe(hint);
  });

  test("a hint has at most 120 characters", () => {
    expect(toSearchHint(anEntry(aTool("a", { description: "long ".repeat(99) }), "s"))).toHaveLength(120);
  });

  test("a hint that was made changes no search", async () => {
    const found = async (dialect: RuntimeOptions["dialect"]) => {
      const runtime = createRuntime({ ...(dialect === undefined ? {} : { dialect }) });
      runtime.catalog.replace({ id: "github", kind: "mcp", title: "GitHub" }, { tools: many });
      return runtime.find("github tool number 7", { explain: true });
    };
    expect(await found(search())).toEqual(await found(undefined));
  });
});

describe("news of servers", () => {
  test("speaks of tool_search", async () => {
    const runtime = createRuntime({ tools: [aTool("rare", { lazy: true })], dialect: search() });
    const talk = talkWith(runtime);
    await talk.call();
    runtime.catalog.replace({ id: "jira", kind: "mcp" }, { tools: [aTool("find")] });
    expect(talk.step().messages.at(-1)).toMatchObject({
      text: "Tools of these servers are available now: jira (1). Find them with tool_search.",
    });
  });
});

describe("shouldDefer", () => {
  const isLazy = (more: { lazy?: boolean; shouldDefer?: boolean }) =>
    defineTool({ name: "a", description: "A", ...more }).lazy;

  test("is another name of lazy, which counts where both are said", () => {
    expect(isLazy({ shouldDefer: true })).toBe(true);
    expect(isLazy({ shouldDefer: false })).toBe(false);
    expect(isLazy({ shouldDefer: true, lazy: false })).toBe(false);
    expect(isLazy({})).toBeUndefined();
    expect(defineTool({ name: "a", description: "A", shouldDefer: true })).not.toHaveProperty("shouldDefer");
  });

  test("is so in a manifest too", () => {
    const manifest = parseManifest({
      version: "1",
      provides: {
        tools: [
          { name: "a", shouldDefer: true },
          { name: "b", shouldDefer: true, lazy: false },
        ],
      },
    });
    const runtime = createRuntime({ tools: [aTool("a"), aTool("b")], manifest });
    const lazy = runtime.catalog
      .snapshot()
      .entries()
      .filter((entry) => entry.lazy);
    expect(lazy.map(({ name }) => name)).toEqual(["a"]);
    expect(lazy[0]?.tool).not.toHaveProperty("shouldDefer");
  });
});
