import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderRulePage } from "../../src/lint/rule-page.ts";
import { RULES } from "../../src/lint/rules.ts";

const FOLDER = new URL("../../../../docs/lint/", import.meta.url);
const REGENERATE =
  "Run: npx tsx --conditions=@plimsoll/source packages/plimsoll/src/lint/write-rule-pages.ts";

describe("the pages of the rules", () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))("%s.md is what the rule says", (id, rule) => {
    expect(readFileSync(new URL(`${id}.md`, FOLDER), "utf8"), REGENERATE).toBe(renderRulePage(rule));
  });

  it("are all there is, and the index lists them", () => {
    const pages = readdirSync(FOLDER).filter((name) => name !== "README.md");
    expect(pages.sort()).toEqual(RULES.map(({ id }) => `${id}.md`).sort());
    const index = readFileSync(new URL("README.md", FOLDER), "utf8");
    for (const { id, severity } of RULES) {
      expect(index).toMatch(new RegExp(`\\| \\[${id}\\]\\(${id}\\.md\\) +\\| ${severity} +\\|`));
    }
  });
});
