import { createRuntime, estimateTokens, type Runtime } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tools } from "../arbitraries.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

function aRuntime(): Runtime {
  const runtime = createRuntime({
    tools: [
      aTool("create_issue", {
        description: "Open an issue in a repository",
        risk: "write",
        domain: "planning",
      }),
    ],
    policy: { deny: ["github/secret_*"] },
  });
  runtime.catalog.replace(
    { id: "github", kind: "mcp" },
    {
      tools: [
        aTool("list_issues", { description: "List the issues of a repository", risk: "read" }),
        aTool("secret_issues", { description: "List secret issues" }),
        aTool("merge", { description: "Merge a pull request", risk: "destructive" }),
      ],
    },
  );
  return runtime;
}

async function ask(name: string, input: unknown, runtime = aRuntime()) {
  const { outcome, result } = await runtime.call({ name, arguments: input });
  const [block] = result?.content ?? [];
  return { outcome, result, text: block?.type === "text" ? block.text : "" };
}

describe("tool_find", () => {
  test("answers with signatures, summaries, risk and the next call", async () => {
    const { text } = await ask("tool_find", { query: "list issues" });
    expect(text).toBe(
      [
        "github__list_issues()",
        "  List the issues of a repository [read, github]",
        "create_issue()",
        "  Open an issue in a repository [write, planning]",
        "",
        'Next: tool_call({"name":"github__list_issues","arguments":{…}}), or tool_describe({"names":["github__list_issues"]}) for its full schema.',
      ].join("\n"),
    );
  });

  test("gives the same as data", async () => {
    const { result } = await ask("tool_find", { query: "merge", limit: 1 });
    expect(result?.structuredContent).toMatchObject({
      queries: ["merge"],
      matches: [{ name: "github__merge", state: "deferred", risk: "destructive", source: "github" }],
    });
  });

  test("answers several queries at once, each tool once", async () => {
    const { result } = await ask("tool_find", { queries: ["merge", "list issues", "merge pull request"] });
    const { matches } = (result?.structuredContent ?? {}) as { matches: { name: string }[] };
    const names = matches.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["github__merge", "github__list_issues"]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("several queries are answered one by one, and a tool that two find is shown under the first", async () => {
    const { text } = await ask("tool_find", {
      queries: ["merge", "bake bread", "merge a pull request"],
      limit: 1,
    });
    expect(text).toBe(
      [
        '"merge":',
        "github__merge()",
        "  Merge a pull request [destructive, github]",
        'No tool matches "bake bread". Tools exist in: github, planning. Try other words.',
        '"merge a pull request":',
        "  and, as above: github__merge",
        "",
        'Next: tool_call({"name":"github__merge","arguments":{…}}), or tool_describe({"names":["github__merge"]}) for its full schema.',
      ].join("\n"),
    );
  });

  test("eight queries share the room fairly, and no tool comes twice", async () => {
    const runtime = createRuntime({});
    const topics = ["invoice", "branch", "page", "user", "file", "deploy", "message", "calendar"];
    const listed = topics.flatMap((topic) =>
      Array.from({ length: 6 }, (_, at) =>
        aTool(`${topic}_${at}`, {
          description: `Does thing ${at} with a ${topic}, ${"and another one ".repeat(12)}`,
          inputSchema: { type: "object", required: ["repository", "organisation", "comment"] },
        }),
      ),
    );
    runtime.catalog.replace({ id: "big", kind: "mcp" }, { tools: listed });
    const { text, result } = await ask("tool_find", { queries: topics }, runtime);
    const { matches } = (result?.structuredContent ?? {}) as { matches: { name: string }[] };
    const names = matches.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const topic of topics) expect(names.some((name) => name.startsWith(`big__${topic}`))).toBe(true);
    expect(estimateTokens(text)).toBeLessThanOrEqual(1_500);
    expect(text).toMatch(/\d+ more left out for length/);
  });

  test("a search repeated in the same turn is told so, in other spelling too", async () => {
    const talk = talkWith(
      createRuntime({ tools: [aTool("merge", { lazy: true }), aTool("pay", { lazy: true })] }),
    );
    const search = (query: string) => talk.call(calling("tool_find", { query }));
    await search("merge");
    expect(talk.textOf("tool_find")).not.toContain("before");
    await search("  Merge ");
    expect(talk.textOf("tool_find")).toContain(
      "You have searched for this before, and the answer is the same",
    );
    await search("bake bread");
    await search("bake bread");
    expect(talk.textOf("tool_find")).toContain(
      "You have searched for this before: try other words, or tell the user.",
    );
    talk.say("Now merge it");
    await search("merge");
    expect(talk.textOf("tool_find")).not.toContain("before");
  });

  test("finding nothing names the sources of a domain where they go by another name", async () => {
    const runtime = aRuntime();
    runtime.catalog.replace(
      { id: "gitlab", kind: "mcp" },
      { tools: [aTool("list_todos", { description: "List todos", domain: "planning" })] },
    );
    const { text, result } = await ask("tool_find", { query: "bake bread" }, runtime);
    expect(text).toContain("planning (gitlab)");
    expect(result?.structuredContent).toMatchObject({
      matches: [],
      noMatch: [{ query: "bake bread", domains: expect.arrayContaining(["planning"]) }],
    });
  });

  test("law 12: finding nothing says so, with where to look", async () => {
    const { text } = await ask("tool_find", { query: "bake bread" });
    expect(text).toBe('No tool matches "bake bread". Tools exist in: github, planning. Try other words.');
  });

  test("law 4: a denied tool is not found, by its very name either", async () => {
    for (const query of ["secret issues", "github/secret_issues", "select:secret_issues"]) {
      expect((await ask("tool_find", { query })).text).not.toContain("secret_issues(");
    }
  });

  test.each([{}, { query: "  " }, { queries: [] }, { limit: 5 }])(
    "%j is refused with an example",
    async (input) => {
      const { outcome, text } = await ask("tool_find", input);
      expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
      expect(text).toContain("The call was not made.");
    },
  );
});

describe("tool_describe", () => {
  test("gives the description and the very schema a call is checked against", async () => {
    const { text, result } = await ask("tool_describe", { names: ["create_issue"] });
    expect(text).toBe('create_issue: Open an issue in a repository\nSchema: {"type":"object"}');
    expect(result?.structuredContent).toMatchObject({
      tools: [{ name: "create_issue", inputSchema: { type: "object" } }],
    });
  });

  test("does the good part of a mixture and explains the rest", async () => {
    const { text } = await ask("tool_describe", { names: ["merge", "secret_issues", "creat_issue"] });
    expect(text).toContain("github__merge: Merge a pull request");
    expect(text).toContain('No tool named "secret_issues" is available here.');
    expect(text).toContain('No tool named "creat_issue" is available here. Nearest: create_issue');
  });

  test("law 8: schemas are whole until 10,000 tokens, then the rest is named", async () => {
    const big = (name: string) =>
      aTool(name, { lazy: true, inputSchema: { type: "object", description: "word ".repeat(8_000) } });
    const runtime = createRuntime({ tools: ["a", "b", "c"].map(big) });
    const { text } = await ask("tool_describe", { names: ["a", "b", "c"] }, runtime);
    expect(text).toContain(`a: Does what a says\nSchema: {"description":"${"word ".repeat(8_000)}"`);
    expect(text).toContain("Left out for length, ask again: b, c.");
  });
});

describe("tool_call and tool_read", () => {
  test("tool_call runs any permitted tool under its own name", async () => {
    const { outcome, text } = await ask("tool_call", { name: "github/merge" });
    expect(outcome).toMatchObject({ type: "ok", entry: { name: "github/merge" } });
    expect(text).toBe("ran merge");
  });

  test("tool_read runs what is classed read, and refuses the rest with the way to go", async () => {
    expect((await ask("tool_read", { name: "github__list_issues" })).text).toBe("ran list_issues");
    const refused = await ask("tool_read", { name: "create_issue" });
    expect(refused.outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    expect(refused.text).toBe(
      'The call was not made.\n- /name: create_issue is not classed "read". Call it with tool_call.',
    );
  });

  test("a meta-tool called through the bridge is performed", async () => {
    const { text } = await ask("tool_call", { name: "tool_find", arguments: { query: "merge" } });
    expect(text).toContain("github__merge()");
  });

  test("the bridge through the bridge is refused", async () => {
    const { text } = await ask("tool_call", { name: "tool_call", arguments: { name: "merge" } });
    expect(text).toContain("Name the tool itself, not tool_call.");
  });
});

describe("law 8: what a model reads is capped", () => {
  test("the meta-tools of the head cost at most 350 tokens with the prompt section, by the estimate", () => {
    const runtime = createRuntime({ tools: [aTool("rare", { lazy: true })], budget: { previewTokens: 0 } });
    const { tools: definitions, prompt } = runtime.step({ history: [], model: "m" });
    expect(estimateTokens(JSON.stringify(definitions)) + estimateTokens(prompt)).toBeLessThanOrEqual(350);
  });

  test("a search answer stays within 1,600 tokens, over any catalog", async () => {
    await fc.assert(
      fc.asyncProperty(tools, async (listed) => {
        const runtime = createRuntime({ tools: listed });
        const { text } = await ask("tool_find", { query: "get issue file page", limit: 25 }, runtime);
        expect(estimateTokens(text)).toBeLessThanOrEqual(1_600);
      }),
    );
  });

  test("a search answer over its cap shows fewer tools whole and says how many are left out", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`parameter_number_${at}`, {}]),
    );
    const inputSchema = { type: "object", properties, required: Object.keys(properties) };
    const wide = Array.from({ length: 10 }, (_, at) => aTool(`wide_${at}`, { inputSchema }));
    const { text, result } = await ask(
      "tool_find",
      { query: "wide", limit: 10 },
      createRuntime({ tools: wide }),
    );
    expect(text).toContain("7 more left out for length");
    expect(text).toContain("parameter_number_39: unknown");
    expect(result?.structuredContent).toMatchObject({ omitted: 7 });
  });
});
