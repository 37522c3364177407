import type { CatalogEntry } from "@plimsoll/core";
import { groupBy } from "../../internal/group-by.ts";
import type { Observation } from "../finding.ts";
import { isAlias } from "../lint-manifest.ts";
import type { LintSubject } from "../lint-subject.ts";
import { offeredByManifest } from "../offered-names.ts";
import type { Rule } from "../rule.ts";

/**
 * Two visible names never are one tool. A source that lists one upstream name twice is not looked for: the catalog
 * sets the second aside, and the rule `set-aside` says so.
 */
export const oneImplementation: Rule = {
  id: "one-implementation",
  severity: "error",
  explain: {
    finds:
      "Two visible tools with one implementation: the same handler, or two entries of a manifest with one `canonicalName` that are both offered as tools.",
    why: "Two names for one thing are a choice without a difference. Weak models go back and forth between them, and both take room in what the model reads.",
    bad: "`exec_wait` and `exec_shell_wait`, both visible, both run by one handler",
    good: "`exec_shell_wait` is visible; a lifecycle row says `exec_wait` is `hidden` and names it as replacement",
    remedy:
      "Keep one name; retire the other with a lifecycle row (`hidden`, and the first as `replacement`), or make it an alias.",
  },
  *check(subject) {
    yield* sharedHandlers(subject);
    yield* sharedCanonicalNames(subject);
  },
};

function* sharedHandlers({ snapshot }: LintSubject): Generator<Observation> {
  const running = (snapshot?.entries() ?? []).flatMap((entry) => {
    const { execution } = entry.tool;
    return execution.type === "run" ? [{ entry, run: execution.run }] : [];
  });
  for (const group of groupBy(running, ({ run }) => run).values()) {
    const [first, ...others] = group.map(({ entry }) => entry);
    if (first === undefined || others.length === 0) continue;
    const names = others.map(({ name }) => name);
    const message = `It has one handler with ${names.join(", ")}.`;
    yield { source: first.source.id, tool: first.name, others: names, message };
  }
}

function* sharedCanonicalNames(subject: LintSubject): Generator<Observation> {
  const { manifest, snapshot } = subject;
  const offered = offeredByManifest(subject);
  const entryOf = (name: string): CatalogEntry | undefined => snapshot?.get(name);
  const isVisible = (name: string): boolean => offered.has(name) || entryOf(name) !== undefined;
  const aliases = groupBy(
    (manifest?.tools ?? []).filter(isAlias),
    ({ fields }) => fields?.canonicalName ?? "",
  );
  for (const [canonical, tools] of aliases) {
    const visible = tools.filter(({ name }) => isVisible(name));
    const names = new Set([...(isVisible(canonical) ? [canonical] : []), ...visible.map(({ name }) => name)]);
    const [first, ...others] = names;
    const place = visible[0]?.place;
    if (first === undefined || others.length === 0 || place === undefined) continue;
    const message = `It is offered beside ${others.join(", ")}, and the manifest says that all are ${canonical}.`;
    const source = entryOf(first)?.source.id;
    yield { tool: first, others, place, message, ...(source === undefined ? {} : { source }) };
  }
}
