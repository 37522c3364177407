import type { Rule } from "./rule.ts";
import { behaviouralLazy } from "./rules/behavioural-lazy.ts";
import { citesStaleName } from "./rules/cites-stale-name.ts";
import { hiddenCharacters } from "./rules/hidden-characters.ts";
import { ignoreUnknownRule } from "./rules/ignore-unknown-rule.ts";
import { ignoreWithoutReason } from "./rules/ignore-without-reason.ts";
import { instructsModel } from "./rules/instructs-model.ts";
import { lifecycleRowTwice } from "./rules/lifecycle-row-twice.ts";
import { missingDescription } from "./rules/missing-description.ts";
import { nearDuplicate } from "./rules/near-duplicate.ts";
import { oneImplementation } from "./rules/one-implementation.ts";
import { removalOverdue } from "./rules/removal-overdue.ts";
import { removalWithoutVersion } from "./rules/removal-without-version.ts";
import { replacementNotLiving } from "./rules/replacement-not-living.ts";
import { retiredNameVisible } from "./rules/retired-name-visible.ts";
import { schemaRejected } from "./rules/schema-rejected.ts";
import { setAside } from "./rules/set-aside.ts";
import { uncheckedPattern } from "./rules/unchecked-pattern.ts";
import { undescribedParameter } from "./rules/undescribed-parameter.ts";
import { uselessDescription } from "./rules/useless-description.ts";

/** Every rule of lint: names and lifecycle first, then what a model reads, then lint's own. */
export const RULES: readonly Rule[] = [
  retiredNameVisible,
  oneImplementation,
  replacementNotLiving,
  lifecycleRowTwice,
  removalWithoutVersion,
  removalOverdue,
  behaviouralLazy,
  hiddenCharacters,
  setAside,
  instructsModel,
  nearDuplicate,
  citesStaleName,
  missingDescription,
  uselessDescription,
  schemaRejected,
  undescribedParameter,
  uncheckedPattern,
  ignoreWithoutReason,
  ignoreUnknownRule(() => RULE_IDS),
];

const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));
