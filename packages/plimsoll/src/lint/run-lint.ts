import { compareText } from "../internal/compare.ts";
import type { Finding, IgnoredFinding, Severity } from "./finding.ts";
import { splitIgnored } from "./ignores.ts";
import type { LintSubject } from "./lint-subject.ts";
import type { Rule } from "./rule.ts";
import { RULES } from "./rules.ts";

/** What `plimsoll lint` answers, and what its `--json` prints. */
export interface LintReport {
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  readonly counts: Readonly<Record<Severity | "ignored", number>>;
  /** How many tools were looked at. */
  readonly tools: number;
  readonly setAside: number;
}

/** Looks at a catalog and a manifest with all rules, or with those that are asked for. */
export function runLint(subject: LintSubject, rules: readonly Rule[] = RULES): LintReport {
  const all = rules.flatMap((rule) => [...findingsOf(rule, subject)]).sort(compareFindings);
  const { findings, ignored } = splitIgnored(all, subject.manifest);
  const count = (severity: Severity): number => findings.filter((one) => one.severity === severity).length;
  return {
    findings,
    ignored,
    counts: {
      error: count("error"),
      warning: count("warning"),
      info: count("info"),
      ignored: ignored.length,
    },
    tools: subject.snapshot?.size ?? 0,
    setAside: subject.setAside.length,
  };
}

function* findingsOf({ id, severity, explain, check }: Rule, subject: LintSubject): Generator<Finding> {
  for (const seen of check(subject)) yield { rule: id, severity, ...seen, remedy: explain.remedy };
}

// What a manifest says stands first: it is what the reader can change.
function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.source ?? "", b.source ?? "") ||
    compareText(a.tool ?? "", b.tool ?? "") ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}
