import { createRuntime, estimateTokens, type Preview } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planPreview } from "../../src/surface/preview.ts";
import { tools } from "../arbitraries.ts";
import { aCatalog, aTool } from "../fixtures.ts";

const servers = fc.dictionary(fc.constantFrom("github", "jira", "docs", "mail"), tools, { maxKeys: 4 });

function promptOf(listed: Record<string, ReturnType<typeof aTool>[]>, previewTokens: number) {
  const runtime = createRuntime({ budget: { previewTokens } });
  for (const [id, offered] of Object.entries(listed))
    runtime.catalog.replace({ id, kind: "mcp" }, { tools: offered });
  const step = runtime.step({ history: [], model: "m" });
  return { ...step, preview: step.prompt.slice(step.prompt.indexOf("What can be found")) };
}

describe("the preview", () => {
  const two = {
    github: [
      aTool("create_issue", { description: "Open an issue. Needs a token." }),
      aTool("merge", { card: "Merge it" }),
    ],
    jira: [aTool("search")],
  };

  test.each([
    [100, "- github: create_issue (Open an issue), merge (Merge it)\n- jira: search (Does what search says)"],
    [32, "- github: create_issue (Open an issue), merge\n- jira: search"],
    [29, "- github: create_issue, merge\n- jira: search"],
    [26, "- github: 2\n- jira: 1"],
  ])("with room for %i tokens shows what fits, cards before names before counts", (room, lines) => {
    expect(promptOf(two, room).preview).toBe(
      `What can be found (a tool of a server is named server__tool):\n${lines}`,
    );
  });

  test("is left out where it may take nothing, and under all", () => {
    expect(promptOf(two, 0).prompt).not.toContain("What can be found");
    const { prompt } = createRuntime({ tools: [aTool("read")] }).step({ history: [], model: "m" });
    expect(prompt).toBe("");
  });

  test("law 8: never takes more than its room, over any catalog", () => {
    fc.assert(
      fc.property(servers, fc.nat(400), (listed, room) => {
        const { tokens, prompt } = promptOf(listed, room);
        expect(tokens.cards).toBeLessThanOrEqual(room);
        if (room > 0 && tokens.cards > 0) expect(prompt).toContain("What can be found");
      }),
    );
  });

  test("is fair: no group is two tools ahead of another that has more to show", () => {
    fc.assert(
      fc.property(servers, fc.nat(300), (listed, room) => {
        const entries = aCatalog([], listed).snapshot().entries();
        const fits = ({ groups }: Preview) =>
          groups.reduce((sum, { names, cards }) => sum + names + cards, 0) <= room;
        const { groups } = planPreview(entries, fits);
        for (const field of ["names", "cards"] as const) {
          const most = Math.max(0, ...groups.map((group) => group[field]));
          for (const group of groups) {
            if (group[field] < group.tools.length) expect(group[field]).toBeGreaterThanOrEqual(most - 1);
          }
        }
      }),
    );
  });

  test("tells nothing of tools that may not be found, or are in the head already", () => {
    const runtime = createRuntime({ policy: { deny: ["github/secret"], pins: ["github/merge"] } });
    runtime.catalog.replace(
      { id: "github", kind: "mcp" },
      { tools: ["secret", "merge", "open"].map((name) => aTool(name)) },
    );
    const { prompt } = runtime.step({ history: [], model: "m" });
    expect(prompt).toContain("- github: open (Does what open says)");
    expect(prompt).not.toContain("secret");
  });

  test("counts the largest groups where there is no room to count all", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `server-${at}`,
        [aTool("a"), ...(at === 7 ? [aTool("b")] : [])],
      ]),
    );
    const { preview } = promptOf(many, 60);
    expect(preview).toContain("- server-7: 2");
    expect(estimateTokens(preview)).toBeLessThanOrEqual(60);
  });
});
