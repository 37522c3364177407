import type { Observation, Severity } from "./finding.ts";
import type { LintSubject } from "./lint-subject.ts";

/**
 * One thing that can be wrong with a catalog.
 *
 * Contract:
 * - `check` is pure and never throws, whatever sources list; it sees one subject and answers all of it.
 * - The order of what it answers does not matter: the engine sorts.
 * - Time and memory stay near the size of the catalog, which may be 40,000 tools.
 */
export interface Rule {
  /** As people write it in `--rule` and in `lintIgnore`. */
  readonly id: string;
  readonly severity: Severity;
  readonly explain: Explanation;
  readonly check: (subject: LintSubject) => Iterable<Observation>;
}

/** What a person needs to know about a rule: `--explain` and its page are made from it. Markdown, a line each. */
export interface Explanation {
  readonly finds: string;
  /** Why it matters to a model. */
  readonly why: string;
  readonly bad: string;
  readonly good: string;
  readonly remedy: string;
}
