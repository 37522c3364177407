import { createRuntime, defineTool, type Message, type Reply, type Runtime, type Step } from "@plimsoll/core";
import { type McpClient, mcpSource } from "@plimsoll/core/mcp";
import { describe, expect, test } from "vitest";
import { type SearchOptions, search } from "../../src/dialects/search/search.ts";
import { textOf } from "../runtime/talk.ts";

// Seed: "implement deferred tool discovery with tool_search". Each title is a sentence of its own, shortened.

const issueSchema = { type: "object", properties: { repo: { type: "string" } }, required: ["repo"] };

/** A server as its client shows it, with a note of what was called. */
function aServer(called: unknown[] = []): McpClient {
  return {
    listTools: async () => ({
      tools: [
        { name: "list_issues", description: "List the issues of a repository.", inputSchema: issueSchema },
        { name: "create_issue", description: "Open an issue in a repository.", inputSchema: issueSchema },
      ],
    }),
    callTool: async (call) => {
      called.push(call);
      return { content: [{ type: "text", text: "#7 Login fails" }] };
    },
  };
}

const readFile = defineTool({
  name: "read_file",
  description: "Read a file",
  run: () => "text",
});
const deploy = defineTool({
  name: "deploy",
  description: "Deploy a build to production.",
  shouldDefer: true,
  searchHint: "ship, release, roll out",
  guidelines: ["Ask before you deploy."],
  run: () => "deployed",
});

async function aRuntime(options: SearchOptions = {}, called: unknown[] = []): Promise<Runtime> {
  const runtime = createRuntime({
    tools: [readFile, deploy],
    sources: [mcpSource("github", aServer(called))],
    dialect: search(options),
  });
  await runtime.ready();
  return runtime;
}

const namesOf = ({ tools }: Pick<Step, "tools">): string[] => tools.map(({ name }) => name);

/** A model that knows the seed's way: look up the name that the prompt gives, then call the tool once it is there. */
function askModel({ tools, prompt, messages }: Step): Reply {
  const last = messages.at(-1);
  if (last?.role === "tool" && last.name === "mcp__github__list_issues") {
    return { text: `There is ${textOf(last)}.`, calls: [] };
  }
  const name = "mcp__github__list_issues";
  if (tools.some((tool) => tool.name === name)) {
    return { calls: [{ id: "real", name, arguments: { repo: "web" } }] };
  }
  expect(prompt).toContain(name);
  return { calls: [{ id: "look-up", name: "tool_search", arguments: { query: name } }] };
}

async function play(runtime: Runtime): Promise<{ steps: Step[]; history: Message[] }> {
  const history: Message[] = [{ role: "user", text: "Which issues does web have?" }];
  const steps: Step[] = [];
  for (;;) {
    const step = runtime.step({ history, model: "deepseek-v4" });
    steps.push(step);
    const reply = askModel(step);
    history.push(...(await step.accept(reply)));
    if (reply.calls.length === 0) return { steps, history };
  }
}

describe("How It Works", () => {
  test('"Startup: getDeferredToolSummary() → appended to SYSTEM prompt"', async () => {
    const { prompt, tools, strategy } = (await aRuntime()).step({ history: [], model: "deepseek-v4" });
    expect(strategy).toBe("append");
    expect(namesOf({ tools })).toEqual(["read_file", "tool_search"]);
    expect(prompt).toBe(
      [
        "These tools are available, but have to be looked up with tool_search, by name, before you can call them:",
        "- deploy: ship, release, roll out",
        "- mcp__github__create_issue: github: Open an issue in a repository.",
        "- mcp__github__list_issues: github: List the issues of a repository.",
      ].join("\n"),
    );
  });

  test('"calls tool_search → marks tool as discovered → next turn: tool appears → agent calls the real tool"', async () => {
    const called: unknown[] = [];
    const { steps, history } = await play(await aRuntime({}, called));
    expect(steps.map(namesOf)).toEqual([
      ["read_file", "tool_search"],
      ["read_file", "tool_search", "mcp__github__list_issues"],
      ["read_file", "tool_search", "mcp__github__list_issues"],
    ]);
    expect(called).toEqual([{ name: "list_issues", arguments: { repo: "web" } }]);
    expect(history.at(-1)).toMatchObject({ role: "assistant", text: "There is #7 Login fails." });
    expect(new Set(steps.map(({ prompt }) => prompt)).size).toBe(1);
  });

  test('"hydrate a deferred tool\'s full schema": description, schema and guidance come in the answer', async () => {
    const runtime = await aRuntime();
    const step = runtime.step({ history: [{ role: "user", text: "Ship it" }], model: "m" });
    const calls = [
      { id: "1", name: "tool_search", arguments: { query: "deploy, mcp__github__create_issue" } },
    ];
    const [, , result] = await step.accept({ calls });
    expect(result?.role === "tool" ? textOf(result) : "").toBe(
      [
        "Callable from the next step on: deploy, mcp__github__create_issue.",
        'deploy: Deploy a build to production.\nSchema: {"additionalProperties":false,"properties":{},"type":"object"}\nAsk before you deploy.',
        `mcp__github__create_issue: Open an issue in a repository.\nSchema: ${JSON.stringify({
          properties: { repo: { type: "string" } },
          required: ["repo"],
          type: "object",
        })}`,
      ].join("\n\n"),
    );
    expect(result).toMatchObject({
      meta: { record: { type: "load", tools: [{ name: "deploy" }, { name: "github/create_issue" }] } },
    });
  });

  test('"before invoking it": a tool that was not looked up is not run, and the answer says how to', async () => {
    const called: unknown[] = [];
    const runtime = await aRuntime({}, called);
    const step = runtime.step({ history: [{ role: "user", text: "Go" }], model: "m" });
    const calls = [{ id: "1", name: "mcp__github__list_issues", arguments: { repo: "web" } }];
    const [, , result] = await step.accept({ calls });
    expect(result?.role === "tool" ? textOf(result) : "").toContain(
      'mcp__github__list_issues is not loaded. Load it with tool_search({"query":"mcp__github__list_issues"}) and call it in the next step.',
    );
    expect(called).toEqual([]);
  });
});

describe("the rest of the seed", () => {
  test('the summary is in any language: "以下工具可用,但需要先通过 tool_search 搜索获取完整定义"', async () => {
    const runtime = await aRuntime({
      summary: (tools) =>
        `以下工具可用,但需要先通过 tool_search 搜索获取完整定义: ${tools.map(({ name }) => name).join("、")}`,
    });
    expect(runtime.step({ history: [], model: "m" }).prompt).toBe(
      "以下工具可用,但需要先通过 tool_search 搜索获取完整定义: deploy、mcp__github__create_issue、mcp__github__list_issues",
    );
  });

  test('"tracks which deferred tools have been discovered": from the history, so a new process agrees', async () => {
    const { history, steps } = await play(await aRuntime());
    const resumed = (await aRuntime()).step({
      history: JSON.parse(JSON.stringify(history)),
      model: "deepseek-v4",
    });
    expect(resumed.tools).toEqual(steps.at(-1)?.tools);
  });

  test('"estimates prompt token impact split between active and deferred tools"', async () => {
    const { steps } = await play(await aRuntime());
    const [first, second] = steps.map(({ tokens }) => tokens);
    expect(first).toMatchObject({ loaded: 0 });
    expect(first?.deferred).toBeGreaterThan(0);
    // What is looked up moves from one side to the other, and nothing else does.
    expect(second).toMatchObject({ head: first?.head, allEager: first?.allEager });
    expect(second?.loaded).toBeGreaterThan(0);
    expect((first?.deferred ?? 0) - (second?.deferred ?? 0)).toBe(second?.loaded);
  });

  test('"All MCP tools automatically deferred — no per-tool configuration needed"', async () => {
    const entries = (await aRuntime()).catalog.snapshot().entries();
    expect(entries.filter(({ lazy }) => lazy).map(({ name }) => name)).toEqual([
      "deploy",
      "github/create_issue",
      "github/list_issues",
    ]);
  });

  test('"Backward compatible: non-deferred tools behave identically to before"', async () => {
    const options = { tools: [readFile] };
    const before = createRuntime(options).step({ history: [], model: "m" });
    const runtime = createRuntime({ ...options, dialect: search() });
    const step = runtime.step({ history: [], model: "m" });
    expect(step.strategy).toBe("all");
    expect([step.tools, step.prompt]).toEqual([before.tools, before.prompt]);
    const entries = await step.accept({ calls: [{ id: "1", name: "read_file", arguments: {} }] });
    expect(entries.at(-1)).toMatchObject({ role: "tool", content: [{ type: "text", text: "text" }] });
  });
});
