import { findUncheckable } from "@plimsoll/core";
import type { Rule } from "../rule.ts";

const MAX_PATTERN = 60;

/** Every pattern in a schema is one that arguments are checked against. */
export const uncheckedPattern: Rule = {
  id: "unchecked-pattern",
  severity: "info",
  explain: {
    finds:
      "Patterns in a tool's input schema that its arguments are not checked against: ill-formed ones, and ones that cannot be matched in linear time.",
    why: "A model whose argument does not fit is told so before the call is made. Where the pattern is passed over, the tool itself has to say it, in its own words.",
    bad: '`"pattern": "^(?!draft-).+$"`',
    good: '`"pattern": "^[a-z0-9-]+$"`, and the rest in the description',
    remedy: "Write the pattern without lookahead, lookbehind and references back.",
  },
  *check({ snapshot }) {
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      for (const { place, pattern, reason } of findUncheckable(tool.inputSchema)) {
        const message = `Arguments are not checked against "${shorten(pattern)}" at ${place}: ${reason}.`;
        yield { source: source.id, tool: name, message };
      }
    }
  },
};

function shorten(pattern: string): string {
  return pattern.length <= MAX_PATTERN ? pattern : `${pattern.slice(0, MAX_PATTERN)}…`;
}
