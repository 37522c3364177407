import { Catalog, type Handler, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/lint/rules.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { snapshotSubject } from "../../src/lint/to-subject.ts";

const HANDLERS: readonly Handler[] = Array.from({ length: 4 }, (_, at) => () => `ran ${at}`);
const RULE = RULES.filter(({ id }) => id === "one-implementation");

const tools: fc.Arbitrary<Tool[]> = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z]{1,3}_[a-z]{1,3}$/),
    description: fc.constant("Does something worth doing"),
    inputSchema: fc.constant({ type: "object" }),
    execution: fc.constantFrom(...HANDLERS).map((run) => ({ type: "run" as const, run })),
  }),
  { selector: ({ name }) => name, maxLength: 6 },
);

describe("law 1: one name, one thing", () => {
  it("every pair of visible tools that is one implementation is reported, and no other", () => {
    fc.assert(
      fc.property(tools, (listed) => {
        const catalog = new Catalog();
        catalog.add({ id: "code", kind: "code" }, { tools: listed });
        const { findings } = runLint(snapshotSubject(catalog.snapshot(), undefined), RULE);
        const reported = new Set(findings.flatMap(({ tool, others = [] }) => [tool, ...others]));
        for (const { name, execution } of listed) {
          const twins = listed.filter((other) => sameHandler(other.execution, execution));
          expect(reported.has(name)).toBe(twins.length > 1);
        }
      }),
    );
  });
});

function sameHandler(a: Tool["execution"], b: Tool["execution"]): boolean {
  return a.type === "run" && b.type === "run" && a.run === b.run;
}
