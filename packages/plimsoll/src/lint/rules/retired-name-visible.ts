import { isRetired } from "@plimsoll/core";
import { offeredByManifest } from "../offered-names.ts";
import type { Rule } from "../rule.ts";

/** A name must not be retired and offered at once. */
export const retiredNameVisible: Rule = {
  id: "retired-name-visible",
  severity: "error",
  explain: {
    finds:
      "A name that the lifecycle table says is hidden, deprecated or removed, and that the manifest still offers: in `provides.tools`, or by another row that says `active` or `deferred`.",
    why: "A retired name is out of sight so that no model learns it anew. Offered, it stands beside its replacement, and a weak model goes back and forth between the two.",
    bad: '`"provides": { "tools": ["exec_wait", "exec_shell_wait"] }` with a row that says `exec_wait` is `hidden`',
    good: '`"provides": { "tools": ["exec_shell_wait"] }` with the same row: old transcripts still dispatch',
    remedy:
      "Take the name out of `provides.tools`, or write it as an object with `canonicalName`; the lifecycle row alone keeps it dispatching.",
  },
  *check(subject) {
    const offered = offeredByManifest(subject);
    const seen = new Set<string>();
    for (const { row } of subject.manifest?.rows ?? []) {
      const place = offered.get(row.name);
      if (place === undefined || !isRetired(row.state) || seen.has(row.name)) continue;
      seen.add(row.name);
      yield {
        tool: row.name,
        place,
        message: `It is ${row.state} by the lifecycle table, and offered as a tool here.`,
      };
    }
  },
};
