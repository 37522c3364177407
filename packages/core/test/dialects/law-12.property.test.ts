import { createRuntime } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tools } from "../arbitraries.ts";

/** Words that no generated tool has, in letters that none of them is written in. */
const nonsense = fc
  .array(
    fc
      .array(fc.constantFrom("щ", "ж", "ю", "ф", "ц", "э"), { minLength: 4, maxLength: 9 })
      .map((letters) => letters.join("")),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(" "));

const FINDERS = [
  { dialect: "plimsoll", name: "tool_find", toInput: (query: string): unknown => ({ query, limit: 25 }) },
  { dialect: "quartet", name: "tool_find", toInput: (query: string): unknown => ({ query, limit: 25 }) },
  { dialect: "sf", name: "sf_tool_search", toInput: (query: string): unknown => ({ query, limit: 25 }) },
] as const;

describe.each(FINDERS)("law 12 in $dialect", ({ dialect, name, toInput }) => {
  test("a search that finds nothing says so, with no tool and only domains that may be known", async () => {
    await fc.assert(
      fc.asyncProperty(tools, tools, nonsense, fc.nat(3), async (code, served, query, denied) => {
        const lazy = code.map((tool) => ({ ...tool, lazy: true, behavioural: false }));
        const hidden = served.slice(0, denied).map((tool) => `github/${tool.name}`);
        const runtime = createRuntime({ tools: lazy, dialect, policy: { deny: hidden } });
        runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: served });
        const { outcome, result } = await runtime.call({ name, arguments: toInput(query) });
        expect(outcome.type).toBe("ok");
        const { matches = [], tools: listed = [] } = (result?.structuredContent ?? {}) as {
          matches?: unknown[];
          tools?: unknown[];
        };
        expect([...matches, ...listed]).toEqual([]);
        const text = (result?.content ?? [])
          .map((block) => (block.type === "text" ? block.text : ""))
          .join("\n");
        expect(text.length).toBeLessThan(4_000);
        if (served.length > 0 && hidden.length === served.length) expect(text).not.toContain("github");
      }),
      { numRuns: 60 },
    );
  });
});
