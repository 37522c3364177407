import type { Rule } from "../rule.ts";
import { canonicalNameOf, isSetAsideForHiding } from "../set-aside-tool.ts";

/** What a source offers can be used. */
export const setAside: Rule = {
  id: "set-aside",
  severity: "error",
  explain: {
    finds:
      "A tool that the catalog could not use, with the reason: a schema that is none, a name that another tool has, a description beyond all bounds.",
    why: "The model never sees it: it is as if the source did not have the tool.",
    bad: '`"inputSchema": { "type": "string" }`',
    good: '`"inputSchema": { "type": "object", "properties": { … } }`',
    remedy: "Mend the definition at its source; until then the rest of the source works without it.",
  },
  *check(subject) {
    for (const one of subject.setAside) {
      if (isSetAsideForHiding(one)) continue;
      const tool = canonicalNameOf(one, subject.snapshot);
      yield { source: one.source, tool, message: `Set aside: ${one.reason}.` };
    }
  },
};
