import { Catalog, type LifecycleRow, PlimsollError, stateAt } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareVersions, isVersion } from "../../src/catalog/version.ts";
import { aTool } from "../fixtures.ts";

const row = (extra: Partial<LifecycleRow>): LifecycleRow => ({
  name: "old",
  replacement: "new",
  state: "hidden",
  ...extra,
});

describe("versions", () => {
  test("are ordered by their numbers, pre-releases before releases", () => {
    const ordered = ["0.8.53", "0.9.x", "0.10.0-rc.1", "0.10.0", "v1", "1.0.1", "2.0"];
    const shuffled = [...ordered].reverse().sort(compareVersions);
    expect(shuffled).toEqual(ordered);
  });

  test.each(["TBD", "TBD (≥ 0.9.x)", "", "next", "1..2", "1.2.3.beta"])("%j is none", (text) => {
    expect(isVersion(text)).toBe(false);
  });
});

describe("the state of a row at a version", () => {
  test.each<[string, Partial<LifecycleRow>, string | undefined, string]>([
    ["hidden stays hidden", {}, "9.9.9", "hidden"],
    [
      "its version is not reached",
      { planned_removal_version: "1.0.0", replay_supported: false },
      "0.9.9",
      "hidden",
    ],
    [
      "reached, and replay given up",
      { planned_removal_version: "1.0.0", replay_supported: false },
      "1.0.0",
      "removed",
    ],
    [
      "reached, and replay still supported",
      { planned_removal_version: "1.0.0", replay_supported: true },
      "2.0.0",
      "hidden",
    ],
    ["reached, and replay not spoken of", { planned_removal_version: "1.0.0" }, "2.0.0", "hidden"],
    [
      "no version is planned",
      { planned_removal_version: "TBD (≥ 0.9.x)", replay_supported: false },
      "2.0.0",
      "hidden",
    ],
    [
      "it says removed, too early",
      { state: "removed", planned_removal_version: "1.0.0", replay_supported: false },
      "0.9.0",
      "deprecated",
    ],
    [
      "it says removed, without a version",
      { state: "removed", replay_supported: false },
      "9.0.0",
      "deprecated",
    ],
    [
      "it says removed, and nobody knows the version",
      { state: "removed", planned_removal_version: "1.0.0", replay_supported: false },
      undefined,
      "removed",
    ],
    [
      "it is alive",
      { state: "active", planned_removal_version: "1.0.0", replay_supported: false },
      "2.0.0",
      "active",
    ],
  ])("%s", (_what, extra, version, state) => {
    expect(stateAt(row(extra), version)).toBe(state);
  });

  test("law 7: a name is removed only when its version is reached and replay is given up", () => {
    const anyRow = fc.record(
      {
        state: fc.constantFrom<LifecycleRow["state"]>(
          "active",
          "deferred",
          "hidden",
          "deprecated",
          "removed",
        ),
        planned_removal_version: fc.constantFrom("TBD", "0.9.0", "1.0.0", "1.0.0-rc.1"),
        replay_supported: fc.boolean(),
      },
      { requiredKeys: ["state"] },
    );
    const version = fc.constantFrom("0.8.0", "0.9.0", "1.0.0", "2.0.0");
    fc.assert(
      fc.property(anyRow, version, (extra, now) => {
        if (stateAt(row(extra), now) !== "removed") return;
        expect(extra.replay_supported).toBe(false);
        expect(compareVersions(now, String(extra.planned_removal_version))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("replacements", () => {
  const catalogOf = (lifecycle: readonly LifecycleRow[]) => new Catalog({ lifecycle });

  test("chains resolve to the living tool", () => {
    const catalog = catalogOf([
      row({ name: "a", replacement: "b" }),
      row({ name: "b", replacement: "c", state: "deprecated" }),
    ]);
    catalog.add({ id: "code", kind: "code" }, { tools: [aTool("c")] });
    expect(catalog.snapshot().resolve("a")).toMatchObject({
      type: "found",
      retired: "hidden",
      entry: { name: "c" },
    });
    expect(catalog.snapshot().lifecycle.retiredNamesOf("c")).toEqual(["a", "b"]);
  });

  test.each<[string, LifecycleRow[], string]>([
    [
      "a circle",
      [row({ name: "a", replacement: "b" }), row({ name: "b", replacement: "a" })],
      "go round in a circle (a → b → a)",
    ],
    ["itself", [row({ name: "a", replacement: "a" })], "go round in a circle (a → a)"],
    [
      "nothing, while deprecated",
      [row({ name: "a", replacement: "", state: "deprecated" })],
      "it is deprecated and names no replacement",
    ],
    ["two rows", [row({}), row({ state: "deprecated" })], "it has two rows"],
  ])("%s cannot stand", (_what, rows, message) => {
    expect(() => catalogOf(rows)).toThrow(message);
    try {
      catalogOf(rows);
    } catch (error) {
      expect(PlimsollError.is(error, "LIFECYCLE_INVALID")).toBe(true);
    }
  });

  test("names that have no letter in them are not one another's spelling", () => {
    const catalog = catalogOf([row({ name: "***", replacement: "new" })]);
    catalog.add({ id: "code", kind: "code" }, { tools: [aTool("new")] });
    expect(catalog.snapshot().resolve("***")).toMatchObject({ type: "found", retired: "hidden" });
    expect(catalog.snapshot().resolve("---").type).toBe("unknown");
  });

  test("a name that leads nowhere still dispatches what is registered under it", () => {
    const catalog = catalogOf([row({ name: "old", replacement: "nowhere" })]);
    catalog.add({ id: "code", kind: "code" }, { tools: [aTool("old")] });
    const snapshot = catalog.snapshot();
    expect(snapshot.entries()).toEqual([]);
    expect(snapshot.resolve("old")).toMatchObject({
      type: "found",
      retired: "hidden",
      entry: { name: "old" },
    });
  });
});
