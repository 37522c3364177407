import { accountFor, loadO200kCounter, type ToolDefinition } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { renderAsType } from "../../src/surface/render-types.ts";

const createIssue: ToolDefinition = {
  name: "create_issue",
  description: "Open an issue in a repository",
  inputSchema: {
    type: "object",
    properties: {
      repo: { type: "string", description: "Owner and name of the repository" },
      labels: { type: "array", items: { type: "string" }, description: "Names of labels that exist" },
      state: { enum: ["open", "draft"], description: "How it begins" },
      assignee: { type: "object", properties: { login: { type: "string" } }, required: ["login"] },
    },
    required: ["repo"],
  },
};

describe("what an array costs as its provider renders it", () => {
  test("OpenAI's models are given types, descriptions as comments", () => {
    expect(renderAsType(createIssue)).toBe(
      [
        "// Open an issue in a repository",
        "type create_issue = (_: {",
        "// Owner and name of the repository",
        "repo: string,",
        "// Names of labels that exist",
        "labels?: string[],",
        "// How it begins",
        'state?: "open" | "draft",',
        "assignee?: {",
        "login: string,",
        "},",
        "}) => any;",
        "",
      ].join("\n"),
    );
  });

  test("which is fewer tokens than the JSON that others are given", async () => {
    const countTokens = await loadO200kCounter();
    const [openai, other] = ["gpt-5", "deepseek-v4"].map((model) =>
      accountFor(model, [createIssue], countTokens),
    );
    expect(openai?.definitions).toBeLessThan(other?.definitions ?? 0);
    expect(other?.overhead).toBe(0);
  });

  test.each([
    ["claude-opus-4-8", 290],
    ["anthropic/claude-sonnet-4-6", 497],
    ["claude-haiku-4-5-20251001", 496],
    ["claude-opus-4-1", 313],
  ])("Anthropic puts its own instructions before the tools of %s: %i tokens", (model, overhead) => {
    expect(accountFor(model, [createIssue], () => 1)).toEqual({ definitions: 1, overhead });
  });

  test("no tools cost nothing, not even instructions", () => {
    expect(accountFor("claude-opus-4-8", [], () => 1)).toEqual({ definitions: 0, overhead: 0 });
  });
});
