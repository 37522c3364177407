import { Catalog } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { runLint } from "../../src/lint/run-lint.ts";
import { snapshotSubject } from "../../src/lint/to-subject.ts";
import { findInManifest, manifest, tool } from "./subjects.ts";

const ignoring = (lintIgnore: unknown) => ({ provides: { tools: [{ name: "a/sync", lintIgnore }] } });

describe("what a manifest ignores", () => {
  it("is set apart with its reason, and counted; one member of a cluster is enough", () => {
    const catalog = new Catalog();
    const text = "Copies new orders from the shop to the warehouse";
    catalog.add({ id: "a", kind: "mcp" }, { tools: [tool("sync", text), tool("x", "")] });
    catalog.add({ id: "b", kind: "mcp" }, { tools: [tool("sync", text)] });
    const laid = manifest({
      provides: { tools: [{ name: "b/sync", lintIgnore: { "near-duplicate": "two shops" } }] },
    });
    const report = runLint(snapshotSubject(catalog.snapshot(), laid));
    expect(report.findings.map(({ rule, tool: name }) => [rule, name])).toEqual([
      ["missing-description", "a/x"],
    ]);
    expect(report.ignored).toMatchObject([{ rule: "near-duplicate", tool: "a/sync", reason: "two shops" }]);
    expect(report.counts).toEqual({ error: 0, warning: 1, info: 0, ignored: 1 });
  });

  it.each(["", "  ", null, 7])("needs a reason, and %j is none", (reason) => {
    expect(findInManifest("ignore-without-reason", ignoring({ "set-aside": reason }))).toMatchObject([
      { tool: "a/sync", severity: "error", message: "It ignores set-aside without a reason." },
    ]);
  });

  it("names rules that exist, on tools and on rows", () => {
    const lifecycle = [
      { name: "old", state: "hidden", replacement: "a/sync", lintIgnore: { nonsense: "why" } },
    ];
    const value = { ...ignoring({ "set-aside": "known" }), lifecycle };
    expect(findInManifest("ignore-unknown-rule", value)).toMatchObject([
      { tool: "old", message: "It ignores nonsense, which is no rule." },
    ]);
    expect(findInManifest("ignore-without-reason", value)).toEqual([]);
  });
});
