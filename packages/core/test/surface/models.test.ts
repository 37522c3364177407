import { capabilitiesOf, createRuntime, type ModelRow, PlimsollError } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { toModelName } from "../../src/surface/matches-model.ts";
import { MODELS } from "../../src/surface/models.ts";
import { matchesAny } from "../../src/surface/pattern.ts";
import { PLATFORMS } from "../../src/surface/platforms.ts";

describe("the name of a model, however it is written", () => {
  test.each([
    ["claude-opus-4-8", "claude-opus-4-8"],
    ["anthropic/claude-opus-4-8", "claude-opus-4-8"],
    ["anthropic/claude-opus-4.8", "claude-opus-4-8"],
    ["anthropic:claude-opus-4-8", "claude-opus-4-8"],
    ["claude-opus-4-8-20260101", "claude-opus-4-8"],
    ["claude-opus-4-8-latest", "claude-opus-4-8"],
    ["claude-opus-4-8[1m]", "claude-opus-4-8"],
    ["us.anthropic.claude-opus-4-8-20260101-v1:0", "claude-opus-4-8"],
    ["bedrock/global.anthropic.claude-opus-4-8-v1:0", "claude-opus-4-8"],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-8-v1:0", "claude-opus-4-8"],
    ["claude-opus-4-8@20260101", "claude-opus-4-8"],
    ["vertex_ai/claude-opus-4-8@20260101", "claude-opus-4-8"],
    ["openrouter/anthropic/claude-opus-4-8:thinking", "claude-opus-4-8"],
    ["openai/gpt-5.6", "gpt-5.6"],
    ["openai.gpt-5.6-sol", "gpt-5.6-sol"],
    ["gpt-5.4-2026-03-05", "gpt-5.4"],
    ["models/gemini-3-pro", "gemini-3-pro"],
    ["accounts/fireworks/models/deepseek-v3p1", "deepseek-v3p1"],
    ["meta.llama3-1-70b-instruct-v1:0", "llama3-1-70b-instruct"],
    ["meta-llama/Llama-3.3-70B-Instruct", "llama-3.3-70b-instruct"],
    ["deepseek/deepseek-r1:free", "deepseek-r1"],
    ["qwen2.5-72b", "qwen2.5-72b"],
  ])("%s is %s", (model, name) => {
    expect(toModelName(model)).toBe(name);
  });
});

describe("what a model can follow", () => {
  test.each([
    ["claude-fable-5-1", ["transcript", "native", "bridge", "all"]],
    ["claude-opus-5-5", ["transcript", "native", "bridge", "all"]],
    ["claude-opus-4-8", ["transcript", "native", "bridge", "append", "all"]],
    ["claude-mythos-5", ["transcript", "native", "bridge", "append", "all"]],
    ["claude-sonnet-5", ["native", "bridge", "append", "all"]],
    ["claude-sonnet-5-5", ["transcript", "native", "bridge", "all"]],
    ["claude-haiku-4-5-20251001", ["native", "bridge", "append", "all"]],
    ["claude-opus-4-1-20250805", ["bridge", "append", "all"]],
    ["claude-sonnet-4-20250514", ["bridge", "append", "all"]],
    ["claude-opus-4@20250514", ["bridge", "append", "all"]],
    ["claude-opus-9", ["bridge", "all"]],
    ["gpt-5.4-mini", ["native", "bridge", "append", "all"]],
    ["openai/gpt-5.6-sol", ["transcript", "native", "bridge", "append", "all"]],
    ["gpt-6.1", ["transcript", "native", "bridge", "append", "all"]],
    ["gpt-5.1", ["bridge", "append", "all"]],
    ["kimi-k3", ["bridge", "append", "all"]],
    ["models/gemini-3-pro", ["bridge", "append", "all"]],
    ["us.anthropic.claude-opus-4-8-v1:0", ["bridge", "append", "all"]],
    ["claude-opus-4-8@20260101", ["native", "bridge", "append", "all"]],
    ["openrouter/anthropic/claude-opus-4-8", ["bridge", "append", "all"]],
    ["azure_ai/claude-fable-5-1", ["bridge", "all"]],
    ["nobody-knows-it", ["bridge", "append", "all"]],
  ])("%s: %j", (model, strategies) => {
    expect(capabilitiesOf(model).strategies).toEqual(strategies);
  });

  test("one that binds its thinking never has append, and every one has the bridge", () => {
    for (const { bindsThinking, strategies } of MODELS) {
      expect(strategies.includes("append")).toBe(!bindsThinking);
      expect(strategies).toContain("bridge");
    }
  });
});

describe("the table", () => {
  test("says of every row when it was looked at and what it rests on", () => {
    for (const { checked, pattern } of MODELS) {
      expect([pattern, checked.date]).toEqual([pattern, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
      expect(checked.source).not.toBe("");
    }
    expect(PLATFORMS.every(({ source }) => source !== "")).toBe(true);
  });

  test("has no row that an earlier one hides", () => {
    const hidden = MODELS.filter(({ pattern }, at) =>
      MODELS.slice(0, at).some((earlier) => matchesAny([earlier.pattern], pattern)),
    );
    expect(hidden.map(({ pattern }) => pattern)).toEqual([]);
  });
});

describe("rows of the host's own", () => {
  test("leave out what they do not change", () => {
    const known = capabilitiesOf("gpt-5.4");
    expect(capabilitiesOf("gpt-5.4", [{ pattern: "gpt-5*", contextWindow: 272_000 }])).toEqual({
      ...known,
      pattern: "gpt-5*",
      contextWindow: 272_000,
    });
  });

  test("count in their order, each before the next", () => {
    const own: ModelRow[] = [
      { pattern: "mine-large", contextWindow: 1 },
      { pattern: "mine-*", contextWindow: 2, schemas: "gemini" },
    ];
    expect(capabilitiesOf("mine-large", own)).toMatchObject({ contextWindow: 1, schemas: "gemini" });
    expect(capabilitiesOf("mine-small", own)).toMatchObject({ contextWindow: 2, schemas: "gemini" });
  });

  test("that say a model binds its thinking take append from it", () => {
    const own: ModelRow[] = [{ pattern: "*", bindsThinking: true }];
    expect(capabilitiesOf("m", own).strategies).toEqual(["bridge", "all"]);
  });

  test.each<[unknown, string]>([
    [{}, "models is {}"],
    [["gpt-5"], "models[0] is gpt-5. It has to be an object with a pattern"],
    [[{ contextWindow: 5 }], "models[0].pattern is undefined. It has to be a pattern"],
    [
      [{ pattern: "x" }, { pattern: "y", contextwindow: 5 }],
      "models[1].contextwindow is 5. It has to be left out",
    ],
    [[{ pattern: "x", contextWindow: 0 }], "models[0].contextWindow is 0. It has to be a number of tokens"],
    [
      [{ pattern: "x", strategies: ["brigde"] }],
      'models[0].strategies is ["brigde"]. It has to be a list of',
    ],
    [[{ pattern: "x", schemas: "google" }], "It has to be anthropic or openai or gemini or lenient"],
    [[{ pattern: "x", toolNames: { pattern: "[", maxLength: 9 } }], "models[0].toolNames"],
    [[{ pattern: "x", toString: 1 }], "models[0].toString is 1. It has to be left out"],
  ])("that cannot be meant are refused: %j", (models, message) => {
    // What a host in plain JavaScript might hand over.
    const options = { models: models as readonly ModelRow[] };
    expect(() => createRuntime(options)).toThrow(PlimsollError);
    expect(() => createRuntime(options)).toThrow(message);
  });
});
