import { createRuntime, PlimsollError } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const namesOf = (options: Parameters<typeof createRuntime>[0], servers: Record<string, string[]> = {}) => {
  const runtime = createRuntime(options);
  for (const [id, tools] of Object.entries(servers)) {
    runtime.catalog.replace({ id, kind: "mcp" }, { tools: tools.map((name) => aTool(name)) });
  }
  return runtime.step({ history: [], model: "deepseek-v4" }).tools.map(({ name }) => name);
};
const META = ["tool_call", "tool_describe", "tool_find"];

describe("the head", () => {
  test("is everything, and no meta-tool, where nothing is deferred", () => {
    expect(namesOf({ tools: [aTool("write"), aTool("read")] })).toEqual(["read", "write"]);
  });

  test("leaves lazy tools out and offers the meta-tools instead", () => {
    expect(namesOf({ tools: [aTool("read"), aTool("rare", { lazy: true })] })).toEqual(["read", ...META]);
  });

  test("defers the tools of MCP servers, however few", () => {
    expect(namesOf({ tools: [aTool("read")] }, { github: ["create_issue"] })).toEqual(["read", ...META]);
  });

  test("keeps pins and behavioural tools, lazy or not, with MCP tools after the rest", () => {
    const tools = [
      aTool("bash", { lazy: true }),
      aTool("ask_user", { lazy: true, behavioural: true }),
      aTool("zip", { lazy: true }),
    ];
    const names = namesOf(
      { tools, pins: ["bash", "github/get_*"] },
      { github: ["get_issue", "create_issue"] },
    );
    expect(names).toEqual(["ask_user", "bash", ...META, "github__get_issue"]);
  });

  test("takes all other code tools if together they fit the budget, else none of them", () => {
    const tools = [aTool("a"), aTool("b"), aTool("pinned")];
    expect(namesOf({ tools, pins: ["pinned"], budget: { headTokens: 100 } })).toEqual(["a", "b", "pinned"]);
    expect(namesOf({ tools, pins: ["pinned"], budget: { headTokens: 50 } })).toEqual(["pinned", ...META]);
  });

  test("does not show what policy denies, pinned or not", () => {
    expect(namesOf({ tools: [aTool("read"), aTool("rm")], pins: ["rm"], policy: { deny: ["rm"] } })).toEqual([
      "read",
    ]);
  });

  test("a rule narrows it for a provider's models, and another widens it in one mode", () => {
    const runtime = createRuntime({
      tools: [aTool("read"), aTool("write"), aTool("bash")],
      policy: {
        heads: [
          { models: ["trinity*"], only: ["read"] },
          { modes: ["yolo"], pins: ["github/*"] },
        ],
      },
    });
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("merge")] });
    const head = (model: string, mode: string) =>
      runtime
        .step({ history: [], model, mode })
        .tools.map(({ name }) => name)
        .filter((name) => !META.includes(name));
    expect(head("trinity-large", "agent")).toEqual(["read"]);
    expect(head("deepseek-v4", "plan")).toEqual(["bash", "read", "write"]);
    expect(head("deepseek-v4", "yolo")).toEqual(["bash", "read", "write", "github__merge"]);
  });

  test("pins that alone are over the budget are an error that names them", () => {
    const open = () =>
      namesOf({ tools: [aTool("read"), aTool("edit")], pins: ["*"], budget: { headTokens: 20 } });
    expect(open).toThrow("Unpin some of: edit, read; or raise budget.headTokens");
    try {
      open();
    } catch (error) {
      expect(PlimsollError.is(error, "HEAD_OVER_BUDGET")).toBe(true);
    }
  });
});
