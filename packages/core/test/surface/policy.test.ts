import { askPolicy, type Policy } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesAny } from "../../src/surface/pattern.ts";
import { anEntry, aTool } from "../fixtures.ts";

const create = anEntry(aTool("create_issue", { domain: "planning", risk: "write" }), "github");
const anywhere = { model: "deepseek-v4-flash" };
const ask = (policy: Policy | Policy[], circumstances: { model: string; mode?: string } = anywhere) => {
  const { see, find, call } = askPolicy([policy].flat(), create, circumstances);
  return { see, find, call };
};
const ALL = { see: true, find: true, call: true };
const NONE = { see: false, find: false, call: false };

describe("policy", () => {
  test("allows everything until it says something", () => {
    expect(ask({})).toEqual(ALL);
  });

  test.each<[string, Policy]>([
    ["a name", { deny: ["github/create_issue"] }],
    ["a pattern on any source", { deny: ["*/create_*"] }],
    ["a source", { denySources: ["github"] }],
    ["a domain", { denyDomains: ["planning"] }],
    ["a risk", { denyRisk: ["write"] }],
    ["an allow list without it", { allow: ["sentry/*"] }],
    ["an allow list of other sources", { allowSources: ["sentry"] }],
    ["an allow and a deny at once: deny wins", { allow: ["*"], deny: ["github/*"] }],
  ])("denial governs everything, by %s", (_by, policy) => {
    expect(ask(policy)).toEqual(NONE);
  });

  test("denying destructive also denies what nobody classed", () => {
    const unverified = anEntry(aTool("anything"), "github");
    expect(askPolicy([{ denyRisk: ["destructive"] }], unverified, anywhere).call).toBe(false);
    expect(ask({ denyRisk: ["destructive"] })).toEqual(ALL);
  });

  test("a gate hides a tool from other models and modes, and leaves it callable for replay", () => {
    const policy: Policy = {
      gates: [{ tools: ["github/create_issue"], models: ["deepseek-v4*"], modes: ["agent"] }],
    };
    expect(ask(policy, { model: "deepseek-v4-flash", mode: "agent" })).toEqual(ALL);
    expect(ask(policy, { model: "trinity", mode: "agent" })).toEqual({ see: false, find: false, call: true });
    expect(ask(policy, { model: "deepseek-v4" })).toEqual({ see: false, find: false, call: true });
  });

  test("policies compose: allows intersect, denies unite", () => {
    expect(ask([{ allow: ["github/*"] }, { allow: ["*/create_*"] }])).toEqual(ALL);
    expect(ask([{ allow: ["github/*"] }, { allow: ["sentry/*"] }])).toEqual(NONE);
    expect(ask([{}, { deny: ["github/*"] }])).toEqual(NONE);
  });

  test("says why not", () => {
    const { why } = askPolicy([{ allow: ["x"], denyRisk: ["write"] }], create, anywhere);
    expect(why).toEqual([
      { type: "not-allowed", by: "name" },
      { type: "denied", by: "risk", rule: "write" },
    ]);
  });
});

describe("patterns", () => {
  test("are whole-string globs in which only * is special", () => {
    const piece = fc.constantFrom("a", "b", "/", "*", ".", "[", "?");
    const pattern = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
    const text = fc
      .array(fc.constantFrom("a", "b", "/", ".", "[", "?"), { maxLength: 8 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, text, (glob, value) => {
        const escaped = glob.replace(/[.[\]?\\^$+(){}|]/g, "\\$&").replace(/\*/g, "[^]*");
        expect(matchesAny([glob], value)).toBe(new RegExp(`^${escaped}$`).test(value));
      }),
      { numRuns: 2_000 },
    );
  });

  test("a pattern made to backtrack is answered at once", () => {
    expect(matchesAny([`${"*a".repeat(50)}b`], "a".repeat(20_000))).toBe(false);
  });
});
