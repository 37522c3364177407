import { citedNames } from "../cited/cited-names.ts";
import { createNameBook } from "../cited/name-book.ts";
import type { Rule } from "../rule.ts";
import { textsOf } from "../tool-texts.ts";

/** A text that cites a tool cites it by a name it has. */
export const citesStaleName: Rule = {
  id: "cites-stale-name",
  severity: "warning",
  explain: {
    finds:
      "A description of a tool or a parameter that cites another tool by a name that is not its name: a retired name, an alias, or one that is nearly a tool of the same source. Only identifiers count: `in_snake_case`, `inCamelCase`, or in backticks; names of parameters do not.",
    why: "A model calls what it reads. A name that is out of date costs a wrong call and a repair, each time.",
    bad: '"Use `list_issue` first" where the tool is `list_issues`',
    good: '"Use `list_issues` first"',
    remedy: "Cite the name that the tool has today.",
  },
  *check({ snapshot, manifest }) {
    if (snapshot === undefined) return;
    const book = createNameBook(snapshot, manifest);
    for (const entry of snapshot.entries()) {
      const said = new Set<string>();
      for (const { where, text } of textsOf(entry.tool)) {
        for (const cited of citedNames(text)) {
          const stale = said.has(cited) ? undefined : book.whyStale(cited, entry);
          said.add(cited);
          if (stale === undefined) continue;
          const message = `There is ${cited} in ${where}: ${stale.reason}.`;
          yield { source: entry.source.id, tool: entry.name, others: [stale.meant], message };
        }
      }
    }
  },
};
