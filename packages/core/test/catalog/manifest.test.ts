import { readFileSync } from "node:fs";
import {
  createRuntime,
  formatManifest,
  type Manifest,
  PlimsollError,
  parseManifest,
  validateManifest,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLifecycle } from "../../src/catalog/manifest.ts";
import { MANIFEST_SCHEMA } from "../../src/catalog/manifest-schema.ts";
import { aTool } from "../fixtures.ts";

const manifest: Manifest = {
  $schema: "https://plimsoll.dev/manifest.schema.json",
  version: "0.8.53",
  provides: {
    tools: [
      "exec_shell_wait",
      "checklist_write",
      { name: "memory_graph", lazy: true, domain: "memory", promptSnippet: "Inspect related records" },
    ],
  },
  lifecycle: [
    {
      name: "exec_wait",
      replacement: "exec_shell_wait",
      state: "hidden",
      first_deprecated_version: "0.8.53",
      planned_removal_version: "TBD",
      replay_supported: true,
    },
    {
      name: "todo_write",
      replacement: "checklist_write",
      state: "deprecated",
      note: "use checklist_write instead",
      first_deprecated_version: "0.8.53",
      planned_removal_version: "TBD (≥ 0.9.x)",
      replay_supported: "Yes",
    },
  ],
};

describe("a manifest", () => {
  test("is read as it stands, strings and objects in one list", () => {
    expect(parseManifest(manifest)).toBe(manifest);
  });

  test("keeps fields nobody knows through a round trip, to the byte", () => {
    const unknown = fc.dictionary(fc.stringMatching(/^x-[a-z]+$/), fc.jsonValue(), { maxKeys: 3 });
    fc.assert(
      fc.property(unknown, unknown, unknown, (top, tool, row) => {
        const written = formatManifest({
          ...manifest,
          ...top,
          provides: { tools: [...manifest.provides.tools, { name: "extra", ...tool }] },
          lifecycle: [{ name: "o", replacement: "extra", state: "hidden", ...row }],
        });
        expect(formatManifest(parseManifest(JSON.parse(written)))).toBe(written);
      }),
    );
  });

  test("takes the words that people write in the lifecycle table", () => {
    const people = parseManifest({
      version: "1",
      provides: { tools: [] },
      lifecycle: [
        { name: "a", replacement: "b", state: "hidden-compatibility", replay_supported: "Yes" },
        {
          name: "c",
          replacement: "b",
          state: "deprecated",
          replay_supported: "No",
          planned_removal_version: "TBD (≥ 0.9.x)",
        },
      ],
    });
    expect(toLifecycle(people)).toEqual([
      { name: "a", replacement: "b", state: "hidden", replay_supported: true },
      {
        name: "c",
        replacement: "b",
        state: "deprecated",
        replay_supported: false,
        planned_removal_version: "TBD (≥ 0.9.x)",
      },
    ]);
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, ""],
    ["a list", [], ""],
    ["no version", { provides: { tools: [] } }, ""],
    ["a tool that is a number", { version: "1", provides: { tools: [7] } }, "/provides/tools/0"],
    [
      "a risk that is none",
      { version: "1", provides: { tools: [{ name: "a", risk: "high" }] } },
      "/provides/tools/0",
    ],
    [
      "a state that is none",
      { version: "1", provides: { tools: [] }, lifecycle: [{ name: "a", state: "gone" }] },
      "/lifecycle/0/state",
    ],
    [
      "a reason that is empty",
      {
        version: "1",
        provides: { tools: [] },
        lifecycle: [{ name: "a", state: "hidden", lintIgnore: { x: "" } }],
      },
      "/lifecycle/0/lintIgnore/x",
    ],
  ])("%s is refused, with the place", (_what, value, path) => {
    expect(validateManifest(value).map((problem) => problem.path)).toContain(path);
    expect(() => parseManifest(value)).toThrow("This is not a manifest. At ");
    try {
      parseManifest(value);
    } catch (error) {
      expect(PlimsollError.is(error, "MANIFEST_INVALID")).toBe(true);
    }
  });

  test("no value makes reading it throw anything else", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        validateManifest(value);
      }),
    );
  });

  test("has its schema published with the package, for editors", () => {
    const published = readFileSync(new URL("../../manifest.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(published)).toEqual(MANIFEST_SCHEMA);
  });
});

describe("a manifest laid over tools", () => {
  const runtime = createRuntime({
    manifest,
    tools: ["exec_shell_wait", "exec_wait", "checklist_write", "memory_graph"].map((name) => aTool(name)),
  });

  test("decides what is lazy, and gives fields that the tools do not have themselves", () => {
    const { tools, prompt } = runtime.step({ history: [], model: "m" });
    expect(tools.map(({ name }) => name)).toEqual([
      "checklist_write",
      "exec_shell_wait",
      "tool_call",
      "tool_describe",
      "tool_find",
    ]);
    expect(prompt).not.toContain("Inspect related records");
    expect(runtime.catalog.snapshot().get("memory_graph")).toMatchObject({ domain: "memory", lazy: true });
  });

  test("nothing of the lifecycle is in what a model is shown", () => {
    const { tools, prompt } = runtime.step({ history: [], model: "m" });
    const shown = JSON.stringify(tools) + prompt;
    for (const word of ["exec_wait", "todo_write", "deprecated", "0.8.53", "lazy"])
      expect(shown).not.toContain(word);
  });

  test("another name of a tool is an alias of it", async () => {
    const other = createRuntime({
      manifest: { version: "1", provides: { tools: [{ name: "graph", canonicalName: "memory_graph" }] } },
      tools: [aTool("memory_graph")],
    });
    const { outcome } = await other.call({ name: "graph", arguments: {} });
    expect(outcome).toMatchObject({ type: "ok", entry: { name: "memory_graph" } });
  });

  test("a retired name is found by a query that is that name, and by no other", async () => {
    const names = async (query: string) => (await runtime.find(query)).matches.map(({ name }) => name);
    expect(await names("todo_write")).toEqual(["checklist_write"]);
    expect(await names("todo")).toEqual([]);
  });
});
