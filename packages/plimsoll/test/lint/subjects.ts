import { Catalog, type JsonSchema, type Tool } from "@plimsoll/core";
import type { Finding } from "../../src/lint/finding.ts";
import type { LintManifest } from "../../src/lint/lint-manifest.ts";
import { parseManifestText } from "../../src/lint/read-manifest-file.ts";
import { RULES } from "../../src/lint/rules.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { manifestSubject, snapshotSubject } from "../../src/lint/to-subject.ts";

/** A tool that the host executes, with no more than a test is about. */
export function tool(name: string, description: string, fields: Partial<Tool> = {}): Tool {
  return { name, description, inputSchema: { type: "object" }, execution: { type: "host" }, ...fields };
}

/** An input schema of these parameters. */
export function takes(properties: Readonly<Record<string, unknown>>, ...required: string[]): JsonSchema {
  return { type: "object", properties, required };
}

/** A manifest as lint reads it from a file. */
export function manifest(value: Readonly<Record<string, unknown>>): LintManifest {
  const whole = { version: "1.0.0", provides: { tools: [] }, ...value };
  return parseManifestText({ file: "m.json", text: JSON.stringify(whole, undefined, 1) });
}

/** What a rule finds in tools of servers, with a manifest laid over them. */
export function findIn(
  rule: string,
  servers: Readonly<Record<string, readonly Tool[]>>,
  laid?: LintManifest,
): readonly Finding[] {
  const catalog = new Catalog();
  for (const [id, tools] of Object.entries(servers)) catalog.add({ id, kind: "mcp" }, { tools });
  return runLint(snapshotSubject(catalog.snapshot(), laid), rulesOf(rule)).findings;
}

/** What a rule finds in a manifest alone. */
export function findInManifest(rule: string, value: Readonly<Record<string, unknown>>): readonly Finding[] {
  return runLint(manifestSubject(manifest(value)), rulesOf(rule)).findings;
}

/** The tools that findings are about. */
export function toolsOf(findings: readonly Finding[]): (string | undefined)[] {
  return findings.map(({ tool }) => tool);
}

function rulesOf(id: string) {
  const rules = RULES.filter((rule) => rule.id === id);
  if (rules.length === 0) throw new Error(`There is no rule ${id}.`);
  return rules;
}
