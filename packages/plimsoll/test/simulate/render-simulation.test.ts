import type { Message } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { renderSimulation } from "../../src/simulate/render-simulation.ts";
import { renderSparkline } from "../../src/simulate/render-sparkline.ts";
import { takeSimulation } from "../../src/simulate/take-simulation.ts";
import { recordingOf, subjectOf, tool } from "./subjects.ts";

const SERVERS = { github: [tool("create_issue")], mail: [tool("send_mail")] };
const MESSAGES: readonly Message[] = [
  { role: "user", text: "go" },
  { role: "assistant", calls: [{ id: "a", name: "github__create_issue", arguments: {} }] },
  { role: "tool", callId: "a", name: "github__create_issue", content: [{ type: "text", text: "done" }] },
  { role: "assistant", text: "bye", calls: [] },
];

describe("the text of a simulation", () => {
  it("says what was simulated, each strategy, the cost so far as columns, and the cheapest", async () => {
    const strategies = ["all", "bridge", "native"] as const;
    const report = await takeSimulation(subjectOf(SERVERS, MESSAGES, { strategies }));
    expect(renderSimulation(report, { isTTY: true, columns: 80 })).toEqual([
      "1 transcript: 2 steps, 1 call; 2 tools.",
      "claude-opus-5: cached by the rules of anthropic. Tokens are an estimate; --exact counts.",
      "Prices of 2026-11-16, in dollars a million tokens: input 5, cached 0.5, written 6.25, output 25. Source: the vendor's price page, in a stored copy (platform.claude.com/docs/en/about-claude/pricing).",
      "",
      "  strategy  steps  extra  input  cached  uncached  written  output     cost  of dearest",
      "  all           2      0  1,113     555       558      558       3  $0.0038     51.30 %",
      "  bridge        3      1  2,152   1,427       725      725       6  $0.0054     72.06 %",
      "  native        3      1  2,942   1,922     1,020    1,020       6  $0.0075    100.00 %",
      "",
      "Cost so far, step by step, up to $0.0075:",
      "  all     ▄▅",
      "  bridge  ▅▆▆",
      "  native  ▇██",
      "",
      "Cheapest: all, $0.0038.",
    ]);
  });

  it("marks a strategy that the model is not known to follow", async () => {
    const strategies = ["bridge", "native"] as const;
    const report = await takeSimulation(subjectOf(SERVERS, MESSAGES, { strategies, model: "deepseek-v4" }));
    const text = renderSimulation(report, { isTTY: true, columns: 80 }).join("\n");
    expect(text).toContain("  native* ");
    expect(text).toContain("  * deepseek-v4 is not known to follow native.");
  });

  it("compares uncached tokens where no price is known, and says how to add one", async () => {
    const subject = subjectOf(SERVERS, MESSAGES, { model: "gpt-5.4-nano", strategies: ["all", "bridge"] });
    const lines = renderSimulation(await takeSimulation(subject), {});
    expect(lines).toContain("No price is known for gpt-5.4-nano: add a row with --prices.");
    expect(lines.join("\n")).toMatch(/^Uncached input so far, step by step, up to \d+ tokens:$/m);
    expect(lines.join("\n")).not.toContain("$");
    expect(lines.at(-1)).toMatch(/^Cheapest: all, \d+ uncached tokens\.$/);
  });

  it("lists transcripts where there are several, and every step where that is asked for", async () => {
    const recordings = [
      recordingOf(MESSAGES, { file: "a.json" }),
      recordingOf(MESSAGES, { file: "b", line: 2 }),
    ];
    const report = await takeSimulation(subjectOf(SERVERS, [], { recordings, strategies: ["bridge"] }));
    const lines = renderSimulation(report, { showsSteps: true });
    expect(lines.slice(0, 3)).toEqual([
      "2 transcripts: 4 steps, 2 calls; 2 tools.",
      "  a.json: 2 steps, 1 call",
      "  b:2: 2 steps, 1 call",
    ]);
    const from = lines.indexOf("bridge, step by step:");
    expect(
      lines.slice(from, from + 8).map((line) =>
        line
          .trim()
          .split(/\s{2,}/)
          .slice(0, 4),
      ),
    ).toEqual([
      ["bridge, step by step:"],
      ["step", "input", "cached", "uncached"],
      ["1: 1", "find", "705", "0"],
      ["1: 2", "work", "722", "705"],
      ["1: 3", "work", "725", "722"],
      // Another conversation begins with nothing cached.
      ["2: 1", "find", "705", "0"],
      ["2: 2", "work", "722", "705"],
      ["2: 3", "work", "725", "722"],
    ]);
  });
});

describe("a strategy that has no room", () => {
  it("is said", async () => {
    const counter = {
      name: "estimate" as const,
      count: (text: string) => (text.startsWith("{") ? 60_000 : 1),
    };
    const three = { github: [tool("create_issue"), tool("read_issue"), tool("close_issue")] };
    const strategies = ["all", "native"] as const;
    const report = await takeSimulation(
      subjectOf(three, MESSAGES, { model: "claude-3", counter, strategies }),
    );
    expect(report.strategies.map(({ tooLong }) => tooLong)).toEqual([0, 3]);
    const lines = renderSimulation(report, {});
    expect(lines).toContain("  native: 3 of 3 steps do not fit the 200,000 tokens of claude-3.");
  });

  it("leaves nothing to recommend where it is alone", async () => {
    const counter = { name: "estimate" as const, count: () => 150_000 };
    const subject = subjectOf(SERVERS, MESSAGES, { model: "claude-3", counter, strategies: ["all"] });
    expect(renderSimulation(await takeSimulation(subject), {}).at(-1)).toBe(
      "None of these is known to work with claude-3.",
    );
  });
});

describe("a line of columns", () => {
  it("is as high as its part of the highest, in blocks or in signs that every log can show", () => {
    expect(renderSparkline([0, 1, 4, 8], 8, 80, "blocks")).toBe("▁▁▄█");
    expect(renderSparkline([0, 1, 4, 8], 8, 80, "plain")).toBe("__=@");
    expect(renderSparkline([0, 0], 0, 80, "blocks")).toBe("▁▁");
    expect(renderSparkline([], 8, 80, "blocks")).toBe("");
  });

  it("shows the highest of those that share a column", () => {
    expect(renderSparkline([1, 8, 1, 1, 1, 1], 8, 3, "blocks")).toBe("█▁▁");
  });
});
