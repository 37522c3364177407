import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { SearchView } from "../search/search-index.ts";
import { askPolicy, type Circumstances, type Policy, type PolicyAnswer } from "./policy.ts";
import type { EntryCost } from "./tokens.ts";

/** The catalog as one asker has it: every look-up of the project goes through the same answer of the policy. */
export interface PermittedView extends SearchView {
  readonly snapshot: CatalogSnapshot;
  readonly policies: readonly Policy[];
  readonly circumstances: Circumstances;
  ask(entry: CatalogEntry): PolicyAnswer;
  /** What the tools that may be seen cost together; worked out once. */
  sum(costOf: EntryCost): number;
}

/** Lays policies over a snapshot. Answers are worked out when first asked for, and kept. */
export function createPermittedView(
  snapshot: CatalogSnapshot,
  policies: readonly Policy[],
  circumstances: Circumstances,
): PermittedView {
  const answers = new Map<CatalogEntry, PolicyAnswer>();
  const sums = new WeakMap<EntryCost, number>();
  const ask = (entry: CatalogEntry): PolicyAnswer => {
    let answer = answers.get(entry);
    if (answer === undefined) {
      answer = askPolicy(policies, entry, circumstances);
      answers.set(entry, answer);
    }
    return answer;
  };
  return {
    snapshot,
    policies,
    circumstances,
    ask,
    sum: (costOf) => {
      let sum = sums.get(costOf);
      if (sum === undefined) {
        const seen = snapshot.entries().filter((entry) => ask(entry).see);
        sum = seen.reduce((total, entry) => total + costOf(entry), 0);
        sums.set(costOf, sum);
      }
      return sum;
    },
    permits: (name) => {
      const entry = snapshot.get(name);
      return entry !== undefined && ask(entry).find;
    },
  };
}
