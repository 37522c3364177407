import { followReplacements, isRetired } from "@plimsoll/core";
import type { LintSubject } from "../lint-subject.ts";
import { offeredByManifest } from "../offered-names.ts";
import { rowsByName } from "../rows-by-name.ts";
import type { Rule } from "../rule.ts";

/** A retired name leads to a living tool. */
export const replacementNotLiving: Rule = {
  id: "replacement-not-living",
  severity: "error",
  explain: {
    finds:
      "A hidden, deprecated or removed name whose replacements lead to no living tool: none is named, they go round in a circle, or the last one is in neither the catalog nor the manifest. A chain of several replacements is fine.",
    why: 'A model that calls the old name is told what to use instead. "Use X" where there is no X costs a second wrong call, and an old transcript cannot be replayed.',
    bad: "`todo_write` is deprecated, its replacement `checklist_wriet` is no tool",
    good: "`todo_write` is deprecated, its replacement is `checklist_write`, which is listed in `provides.tools`",
    remedy:
      "Name a living tool as `replacement`, by its canonical name, and list it in `provides.tools` if no catalog has it.",
  },
  *check(subject) {
    const { manifest } = subject;
    if (manifest === undefined) return;
    const rows = rowsByName(manifest);
    const isLiving = livingNames(subject);
    for (const { row, place } of manifest.rows) {
      if (!isRetired(row.state)) continue;
      const trail = followReplacements(row, rows);
      if (trail.type === "none") {
        const where = trail.at === row.name ? "It" : `It leads to ${trail.at}, which`;
        yield { tool: row.name, place, message: `${where} is retired and names no replacement.` };
      } else if (trail.type === "cycle") {
        const message = `Its replacements go round in a circle: ${trail.names.join(" → ")}.`;
        yield { tool: row.name, place, message };
      } else if (!isLiving(trail.name)) {
        const named = trail.names.slice(1).join(" → ");
        // Without a catalog nobody knows what is registered: the manifest need not list all of it.
        yield subject.snapshot === undefined
          ? {
              tool: row.name,
              place,
              severity: "info",
              message: `Its replacement ${named} is not listed here. Check it with --catalog.`,
            }
          : { tool: row.name, place, message: `Its replacement ${named} is not a living tool.` };
      }
    }
  },
};

function livingNames(subject: LintSubject): (name: string) => boolean {
  const offered = offeredByManifest(subject);
  return (name) => {
    if (offered.has(name)) return true;
    const found = subject.snapshot?.resolve(name);
    // The mended table may lead a name it retires to a living tool: that is no proof of a tool of this name.
    return found?.type === "found" && found.by !== "retired";
  };
}
