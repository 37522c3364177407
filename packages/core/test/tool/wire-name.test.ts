import { toSourceId, toWireName } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toolName } from "../arbitraries.ts";

describe("wire names", () => {
  test.each([
    ["create_issue", "create_issue"],
    ["github/create_issue", "github__create_issue"],
    ["github/create-issue", "github__create-issue"],
  ])("%s stays readable as %s", (name, wire) => {
    expect(toWireName(name)).toBe(wire);
  });

  test.each([
    ["a name of the meta-tools", "tool_find"],
    ["a second slash", "github/issues/list"],
    ["a double underscore of its own", "github__create_issue"],
    ["a character no provider takes", "github/create.issue"],
    ["more than 64 characters", "x".repeat(65)],
    ["another script", "名前"],
    ["nothing", ""],
  ])("%s gets a hash", (_what, name) => {
    expect(toWireName(name)).toMatch(/^[A-Za-z0-9_-]{0,52}_[a-z2-7]{10}$/);
  });

  test("the hash is the beginning of SHA-256 in base32", () => {
    // printf 'github/create.issue' | sha256sum | xxd -r -p | base32 | tr A-Z a-z | cut -c1-10
    expect(toWireName("github/create.issue")).toBe("github__create_issue_ngdcoawh6p");
  });

  test("every name is accepted by every provider, and two names never share one", () => {
    fc.assert(
      fc.property(toolName, toolName, fc.boolean(), (a, b, fromServer) => {
        const [first, second] = [fromServer ? `github/${a}` : a, b];
        expect(toWireName(first)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(toWireName(first) === toWireName(second)).toBe(first === second);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("source ids", () => {
  test("a name that is an id stands", () => {
    expect(toSourceId("github-2")).toBe("github-2");
  });

  test.each(["code", "plimsoll"])("%s is reserved and gets a hash", (name) => {
    expect(toSourceId(name)).toMatch(new RegExp(`^${name}-[a-z2-7]{6}$`));
  });

  test("any other name becomes an id, and two names never share one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(toSourceId(a)).toMatch(/^[A-Za-z0-9-]{1,24}$/);
        expect(toSourceId(a) === toSourceId(b)).toBe(a === b);
      }),
      { numRuns: 1_000 },
    );
  });
});
