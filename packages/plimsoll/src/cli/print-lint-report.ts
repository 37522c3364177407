import { groupBy } from "../internal/group-by.ts";
import { type Finding, SEVERITIES } from "../lint/finding.ts";
import type { LintReport } from "../lint/run-lint.ts";
import { type Output, toCountOf } from "./output.ts";

/** Says what was found, source by source, then how much of it and what to read next. */
export function printLintReport(report: LintReport, output: Output): void {
  for (const [group, findings] of groupBy(report.findings, groupOf)) {
    output.line(group);
    for (const line of toLines(findings)) output.line(line);
    output.line();
  }
  output.line(renderCounts(report));
  const rules = [...new Set(report.findings.map(({ rule }) => rule))].sort();
  for (const rule of rules) output.line(`  plimsoll lint --explain ${rule}`);
}

function groupOf({ source, place }: Finding): string {
  return source ?? place?.replace(/:\d+:\d+$/, "") ?? "manifest";
}

function toLines(findings: readonly Finding[]): string[] {
  const rows = findings.map(({ severity, rule, tool = "-", message, place }) => {
    return [severity, rule, tool, place === undefined ? message : `${message} (${place})`] as const;
  });
  const widthOf = (column: 1 | 2): number =>
    rows.reduce((most, row) => Math.max(most, row[column].length), 0);
  const widths = [widthOf(1), widthOf(2)] as const;
  return rows.map(
    ([severity, rule, tool, message]) =>
      `  ${severity.padEnd(7)}  ${rule.padEnd(widths[0])}  ${tool.padEnd(widths[1])}  ${message}`,
  );
}

function renderCounts({ counts, tools, setAside }: LintReport): string {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    toCountOf(counts[severity], severity),
  );
  const ignored = counts.ignored === 0 ? [] : [`${counts.ignored} ignored`];
  const apart = setAside === 0 ? "" : `, ${setAside} set aside`;
  const summary = [...(found.length === 0 ? ["Nothing found"] : found), ...ignored].join(", ");
  return `${summary} (${toCountOf(tools, "tool")}${apart}).`;
}
