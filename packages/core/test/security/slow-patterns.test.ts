import { createRuntime, parseManifest, toSourceId } from "@plimsoll/core";
import { fromMcpTool } from "@plimsoll/core/mcp";
import { describe, expect, test } from "vitest";
import { excessGrowth, pumped } from "../../../../test/security/growth.ts";
import { readNames } from "../../src/dialects/search/read-names.ts";
import { matchesAny } from "../../src/surface/pattern.ts";
import { aTool } from "../fixtures.ts";

// Growing with the square gives 4, and a text that is tried in every way gives no answer at all.
const ALIKE = 3;
const WORDS = pumped("open an issue in the repository ");

describe("a text made to keep the gateway busy (ReDoS)", { timeout: 120_000 }, () => {
  test.each([
    ["many stars", ["*a*a*a*a*a*b"], pumped("a")],
    ["stars in a row", [`${"*".repeat(200)}b`], pumped("a")],
    ["an end that almost fits", ["*aaaaaaaab"], pumped("a")],
    ["many patterns", Array.from({ length: 50 }, (_, at) => `*/${at}*create*issue`), pumped("/create")],
  ])("does not slow a policy's patterns down: %s", async (_what, patterns, hostile) => {
    const growth = await excessGrowth(
      (text) => matchesAny(patterns, text),
      { hostile, benign: pumped("x") },
      5_000,
    );
    expect(growth).toBeLessThan(ALIKE);
  });

  test.each([
    ["nested quantifiers", "^(a+)+$"],
    ["a choice of the same", "^(a|a)*$"],
    ["adjacent stars", "^a*a*a*a*b$"],
    ["words and spaces", "^(\\w+\\s?)*$"],
  ])("does not slow down the checking of a call by a server's pattern: %s", async (_what, pattern) => {
    const inputSchema = { type: "object", properties: { a: { type: "string", pattern } } };
    const runtime = createRuntime({ tools: [aTool("check", { inputSchema })] });
    const growth = await excessGrowth(
      (a) => runtime.call({ name: "check", arguments: { a } }),
      { hostile: pumped("a", "!"), benign: pumped("a") },
      2_000,
    );
    expect(growth).toBeLessThan(ALIKE);
  });

  test.each([
    ["quotes that do not close", pumped('"')],
    ["backticks", pumped("`a")],
    ["half a pair of quotes", pumped("“")],
    ["separators", pumped("a_-")],
    ["underscores", pumped("_", "a")],
    ["spaces", pumped(" ", "a")],
    ["breaks", pumped(", and ")],
    ["select", (length: number) => `select:${pumped(" ,")(length)}`],
    ["signs of another script", pumped("検索")],
    ["marks upon marks", pumped("a\u0301\u0301\u0301")],
    ["capitals", pumped("aA")],
  ])("does not slow a search down: %s", async (_what, hostile) => {
    const runtime = createRuntime({ tools: [aTool("create_issue"), aTool("list_issues")] });
    const growth = await excessGrowth((text) => runtime.find(text), { hostile, benign: WORDS }, 1_000);
    expect(growth).toBeLessThan(ALIKE);
  });

  test.each([
    ["quotes before a letter", pumped('"', "x")],
    ["ends of sentences", pumped("?!", "x")],
    ["separators", pumped("a_", " ")],
  ])("does not slow a look-up by names down: %s", async (_what, hostile) => {
    const growth = await excessGrowth(readNames, { hostile, benign: pumped("create_issue, ") }, 10_000);
    expect(growth).toBeLessThan(ALIKE);
  });

  test.each([
    ["ends of sentences", pumped(".")],
    ["spaces", pumped(" ", "x")],
    ["lines", pumped("a\n")],
    ["names", pumped("a_b.")],
    ["brackets", pumped("<[{(")],
  ])("does not slow the reading of a server's description down: %s", async (_what, hostile) => {
    const growth = await excessGrowth(
      (description) => {
        const runtime = createRuntime({});
        const listed = { name: "a", description, inputSchema: { type: "object" as const } };
        const tools = [fromMcpTool(listed, { type: "host" })];
        runtime.catalog.replace({ id: "hostile", kind: "mcp" }, { tools });
        return runtime.find("issue");
      },
      { hostile, benign: WORDS },
      8_000,
    );
    expect(growth).toBeLessThan(ALIKE);
  });

  test.each([
    ["a version", (text: string) => parseManifest({ version: text, provides: { tools: [] } })],
    ["a server's name", (text: string) => toSourceId(text)],
  ])("does not slow the reading of %s down", async (_what, work) => {
    const growth = await excessGrowth(work, { hostile: pumped("-", "!"), benign: pumped("a b ") }, 20_000);
    expect(growth).toBeLessThan(ALIKE);
  });
});
