import { ignoresOf } from "../ignores.ts";
import type { Rule } from "../rule.ts";

/** Makes the rule that knows the ids of all rules; its own is one of them. */
export function ignoreUnknownRule(ids: () => ReadonlySet<string>): Rule {
  return {
    id: "ignore-unknown-rule",
    severity: "error",
    explain: {
      finds: "An entry of `lintIgnore` for a rule that does not exist.",
      why: "It ignores nothing: what it was written for is a misspelt id away, or the rule is gone and the entry misleads.",
      bad: '`"lintIgnore": { "near-duplicates": "…" }`',
      good: '`"lintIgnore": { "near-duplicate": "…" }`',
      remedy: "Correct the id (`plimsoll lint --explain RULE` knows them all), or remove the entry.",
    },
    *check({ manifest }) {
      for (const { tool, rule, place } of manifest === undefined ? [] : ignoresOf(manifest)) {
        if (!ids().has(rule)) yield { tool, place, message: `It ignores ${rule}, which is no rule.` };
      }
    },
  };
}
