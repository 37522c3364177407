import { Catalog, type CatalogSnapshot, type LifecycleRow, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tools } from "../arbitraries.ts";
import { aTool } from "../fixtures.ts";

/** Tools of code and of a server, and rows that retire some of their names, or names that never were. */
const scenario = fc.tuple(tools, tools).chain(([code, served]) => {
  const names = [...code.map(({ name }) => name), ...served.map(({ name }) => `github/${name}`), "never_was"];
  const row = fc.record({
    name: fc.constantFrom(...names, "old_one", "old_two"),
    replacement: fc.constantFrom(...names, "old_one"),
    state: fc.constantFrom<LifecycleRow["state"]>("active", "deferred", "hidden", "deprecated", "removed"),
    planned_removal_version: fc.constantFrom("TBD", "0.9.0", "2.0.0"),
    replay_supported: fc.boolean(),
  });
  const rows = fc.uniqueArray(row, { selector: ({ name }) => name, maxLength: 6 });
  return rows.map((lifecycle) => ({ code, served, lifecycle }));
});

function catalogOf({
  code,
  served,
  lifecycle,
}: {
  code: Tool[];
  served: Tool[];
  lifecycle: LifecycleRow[];
}): Catalog | undefined {
  try {
    const catalog = new Catalog({ lifecycle, version: "1.0.0" });
    catalog.add({ id: "code", kind: "code" }, { tools: code });
    catalog.add({ id: "github", kind: "mcp" }, { tools: served });
    return catalog;
  } catch {
    return undefined; // Rows that cannot stand are refused; lifecycle.test.ts says which.
  }
}

const forEachCatalog = (
  check: (snapshot: CatalogSnapshot, lifecycle: readonly LifecycleRow[]) => void,
): void =>
  fc.assert(
    fc.property(scenario, (generated) => {
      const catalog = catalogOf(generated);
      if (catalog !== undefined) check(catalog.snapshot(), generated.lifecycle);
    }),
    { numRuns: 500 },
  );

describe("law 1: one name, one thing", () => {
  test("no two visible tools share a name or a wire name, and each answers to its own", () => {
    forEachCatalog((snapshot) => {
      const entries = snapshot.entries();
      expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
      expect(new Set(entries.map(({ wireName }) => wireName)).size).toBe(entries.length);
      for (const entry of entries) {
        expect(snapshot.resolve(entry.name)).toMatchObject({ entry });
        expect(snapshot.resolve(entry.wireName)).toMatchObject({ entry });
      }
    });
  });

  test("no two visible tools are one implementation of one source", () => {
    forEachCatalog((snapshot) => {
      const implementations = snapshot.entries().map(({ source, tool }) => `${source.id} ${tool.name}`);
      expect(new Set(implementations).size).toBe(implementations.length);
    });
  });

  test("a superseded name is not visible", () => {
    forEachCatalog((snapshot, lifecycle) => {
      for (const { name } of lifecycle) {
        if (snapshot.lifecycle.isRetired(name)) expect(snapshot.get(name)).toBeUndefined();
      }
    });
  });
});

describe("law 7: which names are visible, dispatchable, gone", () => {
  test("a retired name dispatches as its living twin, or as itself, unless it is gone", () => {
    forEachCatalog((snapshot, lifecycle) => {
      for (const row of lifecycle) {
        const state = snapshot.lifecycle.stateOf(row.name);
        const resolution = snapshot.resolve(row.name);
        if (state === "removed") expect(resolution.type).toBe("removed");
        else if (state === "hidden" || state === "deprecated") {
          const trail = snapshot.lifecycle.trailOf(row);
          const twin = trail.type === "end" ? snapshot.resolve(trail.name) : undefined;
          if (twin?.type === "found")
            expect(resolution).toMatchObject({ type: "found", retired: state, entry: twin.entry });
          else expect(resolution.type).not.toBe("removed");
          if (resolution.type === "found") expect(resolution.note === undefined).toBe(state === "hidden");
        }
      }
    });
  });

  test("no name is gone before its version is reached and replay is given up", () => {
    forEachCatalog((snapshot, lifecycle) => {
      for (const row of lifecycle) {
        if (snapshot.resolve(row.name).type !== "removed") continue;
        expect(row).toMatchObject({ planned_removal_version: "0.9.0", replay_supported: false });
      }
    });
  });

  test("a retirement moves no other name", () => {
    fc.assert(
      fc.property(scenario, (generated) => {
        const before = catalogOf({ ...generated, lifecycle: [] })?.snapshot();
        const after = catalogOf(generated)?.snapshot();
        if (before === undefined || after === undefined) return;
        const retired = new Set(generated.lifecycle.map(({ name }) => name));
        for (const { name, schemaHash, wireName } of before.entries()) {
          if (!retired.has(name)) expect(after.get(name)).toMatchObject({ schemaHash, wireName });
        }
      }),
    );
  });
});

test("names that sanitise to one wire name stay apart", () => {
  const hostile = [
    "a.b",
    "a b",
    "a_b",
    "a:b",
    "ａ.b",
    "tool_find",
    "tool_call",
    "x".repeat(300),
    `${"x".repeat(299)}y`,
  ];
  const catalog = new Catalog();
  catalog.add({ id: "github", kind: "mcp" }, { tools: hostile.map((name) => aTool(name)) });
  catalog.add({ id: "code", kind: "code" }, { tools: hostile.map((name) => aTool(name)) });
  const snapshot = catalog.snapshot();
  expect(snapshot.setAside).toEqual([]);
  expect(snapshot.size).toBe(hostile.length * 2);
  for (const { wireName } of snapshot.entries()) expect(wireName).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
