import type { Finding, IgnoredFinding } from "./finding.ts";
import type { LintManifest } from "./lint-manifest.ts";

/** One entry of a `lintIgnore`. */
export interface Ignore {
  /** The name of the tool or row it stands at. */
  readonly tool: string;
  readonly rule: string;
  /** Nothing where none is given: then nothing is ignored. */
  readonly reason: string | undefined;
  readonly place: string;
}

/** Everything that a manifest says is meant to be so. */
export function* ignoresOf({ tools, rows }: LintManifest): Generator<Ignore> {
  const named = [...tools, ...rows.map(({ row, ...listed }) => ({ name: row.name, ...listed }))];
  for (const { name, ignores, place } of named) {
    for (const [rule, reason] of Object.entries(ignores)) {
      const said = typeof reason === "string" && reason.trim() !== "" ? reason : undefined;
      yield { tool: name, rule, reason: said, place };
    }
  }
}

/** Sets apart the findings that a manifest ignores, by any of the tools they are about. */
export function splitIgnored(
  findings: readonly Finding[],
  manifest: LintManifest | undefined,
): { readonly findings: readonly Finding[]; readonly ignored: readonly IgnoredFinding[] } {
  const reasons = new Map<string, string>();
  for (const { rule, tool, reason } of manifest === undefined ? [] : ignoresOf(manifest)) {
    if (reason !== undefined) reasons.set(`${rule} ${tool}`, reason);
  }
  const kept: Finding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const finding of findings) {
    const about = [...(finding.tool === undefined ? [] : [finding.tool]), ...(finding.others ?? [])];
    const reason = about
      .map((tool) => reasons.get(`${finding.rule} ${tool}`))
      .find((said) => said !== undefined);
    if (reason === undefined) kept.push(finding);
    else ignored.push({ ...finding, reason });
  }
  return { findings: kept, ignored };
}
