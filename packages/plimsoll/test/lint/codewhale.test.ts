import { readFileSync } from "node:fs";
import { Catalog, type Tool } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/lint/finding.ts";
import type { LintManifest } from "../../src/lint/lint-manifest.ts";
import { parseManifestText } from "../../src/lint/read-manifest-file.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { manifestSubject, snapshotSubject } from "../../src/lint/to-subject.ts";
import { tool } from "./subjects.ts";

const FILE = new URL("../../../core/test/catalog/codewhale.manifest.json", import.meta.url);
const laid = parseManifestText({ file: "codewhale.manifest.json", text: readFileSync(FILE, "utf8") });
const WAIT = "Wait for a background shell process to end and print its output.";

/** Tools of a family say the same of themselves, and a retired name the same as its twin. */
const tools: readonly Tool[] = [
  ...(laid.manifest.families ?? []).flatMap((names) =>
    names.map((name) => tool(name, `Works on what ${names.length} tools share, and says what came of it.`)),
  ),
  tool("exec_shell_wait", WAIT),
  tool("exec_wait", WAIT),
];

function lintWith(manifest: LintManifest | undefined): readonly Finding[] {
  const catalog = new Catalog();
  catalog.add({ id: "code", kind: "code" }, { tools });
  return runLint(snapshotSubject(catalog.snapshot(), manifest)).findings.filter(
    ({ tool: name }) => name !== undefined && tools.some((known) => known.name === name),
  );
}

function changed(fields: Readonly<Record<string, unknown>>): LintManifest {
  return parseManifestText({ file: "m.json", text: JSON.stringify({ ...laid.manifest, ...fields }) });
}

describe("the manifest of a whole agent", () => {
  it("raises no finding by itself", () => {
    expect(runLint(manifestSubject(laid)).findings).toEqual([]);
  });

  it("raises none about the tools that it leaves as they are, nor about names that it retires", () => {
    expect(lintWith(laid)).toEqual([]);
    expect(lintWith(changed({ lifecycle: [] }))).toMatchObject([
      { rule: "near-duplicate", tool: "exec_shell_wait", others: ["exec_wait"] },
    ]);
  });

  it("raises one about a retired name that is offered again", () => {
    const provides = { tools: [...laid.manifest.provides.tools, "exec_wait"] };
    expect(runLint(manifestSubject(changed({ provides }))).findings).toMatchObject([
      { rule: "retired-name-visible", tool: "exec_wait" },
    ]);
  });
});
