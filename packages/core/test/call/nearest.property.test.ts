import type { CatalogEntry, Policy } from "@plimsoll/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findNearest, isLikely } from "../../src/call/nearest.ts";
import { compareText } from "../../src/internal/compare.ts";
import { isOneSlip } from "../../src/internal/is-one-slip.ts";
import { likenessTo } from "../../src/internal/likeness.ts";
import { createPermittedView, type PermittedView } from "../../src/surface/permitted-view.ts";
import { foldName } from "../../src/tool/tool-name.ts";
import { toolName } from "../arbitraries.ts";
import { aCatalog, aTool } from "../fixtures.ts";

/** The plain walk: every permitted tool is compared. */
function walk(likenessOf: (entry: CatalogEntry) => number, view: PermittedView): CatalogEntry[] {
  return view.snapshot
    .entries()
    .filter((entry) => view.ask(entry).find)
    .map((entry) => ({ entry, likeness: likenessOf(entry) }))
    .filter(({ likeness }) => likeness >= 0.4)
    .sort((a, b) => b.likeness - a.likeness || compareText(a.entry.name, b.entry.name))
    .slice(0, 3)
    .map(({ entry }) => entry);
}

function likenessTowards(name: string): (entry: CatalogEntry) => number {
  const wanted = foldName(name);
  const letters = likenessTo(wanted);
  const likeness = (other: string) => (isOneSlip(wanted, other) ? 0.99 : letters(other));
  return (entry) => {
    const local = entry.name.slice(entry.name.indexOf("/") + 1);
    return Math.max(likeness(foldName(entry.name)), likeness(foldName(local)));
  };
}

/** Few letters, so that names are alike, equally alike, and one slip apart with no pair in common. */
const dense = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", "_"), minLength: 1, maxLength: 9 });
const name = fc.oneof(toolName, dense, dense);
const tools = fc
  .uniqueArray(name, { maxLength: 25 })
  .map((names) => names.map((each) => aTool(each, { lazy: true })));

/** Two letters of a name change their places, one is lost, or one is added. */
const slipped = (from: string) =>
  fc.tuple(fc.nat(from.length), fc.constantFrom("swap", "lose", "add")).map(([at, slip]) => {
    const [before, rest] = [from.slice(0, at), from.slice(at)];
    if (slip === "add") return `${before}x${rest}`;
    return `${before}${slip === "lose" ? "" : (rest[1] ?? "")}${slip === "lose" ? rest.slice(1) : (rest[0] ?? "") + rest.slice(2)}`;
  });
const asked = fc.oneof(name, name.chain(slipped), fc.constantFrom("", "a", "mcp__git__create_issue"));

const policies: fc.Arbitrary<readonly Policy[]> = fc.constantFrom<readonly Policy[]>(
  [],
  [{ deny: ["*a*"] }],
  [{ deny: ["git/*"] }],
  [{ allow: ["*e*", "*b*"] }],
  [{ deny: ["*"] }],
);

test("the names most like another are those that a walk over all of them finds", () => {
  fc.assert(
    fc.property(
      tools,
      tools,
      policies,
      fc.array(asked, { minLength: 1, maxLength: 4 }),
      (code, git, laid, names) => {
        const snapshot = aCatalog(code, { git, mcp__x: git.slice(0, 5) }).snapshot();
        const view = createPermittedView(snapshot, laid, { model: "m" });
        const slips = snapshot
          .entries()
          .slice(0, 5)
          .map((entry) => entry.tool.name.replace(/(.)(.)(.)$/u, "$2$1$3"));
        for (const each of [...names, ...slips]) {
          const likenessOf = likenessTowards(each);
          const expected = walk(likenessOf, createPermittedView(snapshot, laid, { model: "m" }));
          expect(findNearest(each, view).map((entry) => entry.name)).toEqual(
            expected.map((entry) => entry.name),
          );
          for (const entry of expected) expect(isLikely(each, entry)).toBe(likenessOf(entry) >= 0.6);
        }
      },
    ),
  );
});

test("a name one slip away is found though it shares no pair of letters", () => {
  const view = createPermittedView(aCatalog([aTool("abcd"), aTool("wxyz")]).snapshot(), [], { model: "m" });
  expect(findNearest("acbd", view).map((entry) => entry.name)).toEqual(["abcd"]);
});

test("a policy is asked about the tools that would be shown, and no others", () => {
  const names = Array.from({ length: 40 }, (_, at) => `list_issue_${String(at).padStart(2, "0")}`);
  const plain = createPermittedView(aCatalog(names.map((each) => aTool(each))).snapshot(), [], {
    model: "m",
  });
  const seen: string[] = [];
  const view: PermittedView = {
    ...plain,
    ask: (entry) => {
      seen.push(entry.name);
      return { ...plain.ask(entry), find: entry.name !== "list_issue_00" };
    },
  };
  const nearest = findNearest("list_issue", view).map((entry) => entry.name);
  expect(nearest).toEqual(["list_issue_01", "list_issue_02", "list_issue_03"]);
  expect(seen).toEqual(["list_issue_00", ...nearest]);
});
