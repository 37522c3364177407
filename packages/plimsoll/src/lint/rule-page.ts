import type { Rule } from "./rule.ts";

/** The page of a rule, `docs/lint/ID.md`: the rule itself is the one source of what it says. */
export function renderRulePage({ id, severity, explain }: Rule): string {
  return [
    `# ${id}`,
    `Severity: ${severity}.`,
    "## What it finds",
    explain.finds,
    "## Why it matters to a model",
    explain.why,
    "## Example",
    `Bad: ${explain.bad}`,
    `Good: ${explain.good}`,
    "## What to do",
    explain.remedy,
    "## How to ignore it",
    `On the tool or the lifecycle row in the manifest: \`"lintIgnore": { "${id}": "the reason" }\`. The reason is required; what is ignored is counted, and listed by \`--json\`.`,
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

/** The same for a terminal: `plimsoll lint --explain ID`. */
export function renderExplanation(rule: Rule): string[] {
  return renderRulePage(rule)
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/^#+ /, ""));
}
