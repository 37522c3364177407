import type { Manifest } from "@plimsoll/core";
import { candidatePairs } from "../near/candidates.ts";
import { type NearPair, toClusters } from "../near/clusters.ts";
import { likeness } from "../near/likeness.ts";
import { type Profile, toProfile } from "../near/profile.ts";
import type { Rule } from "../rule.ts";

const MAX_NAMED = 4;

/** Two tools that say the same of themselves are one choice too many. */
export const nearDuplicate: Rule = {
  id: "near-duplicate",
  severity: "warning",
  explain: {
    finds:
      "Visible tools that a weak model takes for one another: their names have the same words (`get` and `fetch` count as one, `get` and `delete` do not) or one word more that the other's description has too, and their descriptions share most words. Tools that are alike are one finding, each with the one it is most like. Names in one of the manifest's `families` are left alone.",
    why: "Every name that does nothing distinct makes the choice harder: wrong tools are called, or one after the other.",
    bad: '`fetch_issues` "List the issues of a repository" beside `list_issues` "List all issues in a repository"',
    good: '`list_issues` alone; or `list_issues` "… of one repository" and `search_issues` "… of all repositories, by words"',
    remedy:
      "Retire one of them, or say in each description what the other is not for. If they are meant to be so, put them into `families`.",
  },
  *check({ snapshot, manifest }) {
    const profiles = (snapshot?.entries() ?? []).map(toProfile);
    const isFamily = familyTest(manifest?.manifest);
    const pairs: NearPair[] = [];
    for (const [a, b] of candidatePairs(profiles)) {
      const alike = likeness(a, b);
      if (alike > 0 && !isFamily(a, b)) pairs.push({ a, b, likeness: alike });
    }
    for (const cluster of toClusters(pairs)) {
      const [first, ...rest] = cluster.profiles.map(({ entry }) => entry);
      if (first === undefined) continue;
      const others = rest.map(({ name }) => name);
      const shown = others.slice(0, MAX_NAMED).join(", ");
      const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : "";
      const percent = Math.round(cluster.likeness * 100);
      const message = `A model can hardly tell it from ${shown}${more}: what they say of themselves is ${percent} % alike.`;
      yield { source: first.source.id, tool: first.name, others, message };
    }
  },
};

function familyTest(manifest: Manifest | undefined): (a: Profile, b: Profile) => boolean {
  const families = new Map<string, Set<number>>();
  for (const [index, names] of (manifest?.families ?? []).entries()) {
    for (const name of names) families.set(name, (families.get(name) ?? new Set()).add(index));
  }
  return (a, b) => {
    const of = families.get(b.entry.name);
    return of !== undefined && [...(families.get(a.entry.name) ?? [])].some((index) => of.has(index));
  };
}
