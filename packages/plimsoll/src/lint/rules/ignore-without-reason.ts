import { ignoresOf } from "../ignores.ts";
import type { Rule } from "../rule.ts";

/** Whoever comes later can read why a finding is meant to be so. */
export const ignoreWithoutReason: Rule = {
  id: "ignore-without-reason",
  severity: "error",
  explain: {
    finds: "An entry of `lintIgnore` whose reason is missing or blank. It ignores nothing.",
    why: "A finding that nobody can explain is one that nobody can take back when its reason is gone, and the model keeps paying for it.",
    bad: '`"lintIgnore": { "near-duplicate": "" }`',
    good: '`"lintIgnore": { "near-duplicate": "one reads bytes, the other text; the names are the upstream\'s" }`',
    remedy: "Write the reason, or remove the entry and mend the finding.",
  },
  *check({ manifest }) {
    for (const { tool, rule, reason, place } of manifest === undefined ? [] : ignoresOf(manifest)) {
      if (reason !== undefined) continue;
      yield { tool, place, message: `It ignores ${rule} without a reason.` };
    }
  },
};
