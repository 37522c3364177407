/** How much a finding matters: errors and warnings fail a run, infos do not. */
export type Severity =
  | "error" // a model or an old transcript will be answered wrongly
  | "warning" // a model is likely to choose or call wrongly
  | "info"; // worth mending when somebody is there anyway

/** Every severity, the gravest first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** What a rule saw, before the engine adds which rule it was. */
export interface Observation {
  /** The source it belongs to; absent where only a manifest speaks of it. */
  readonly source?: string;
  /** The canonical name of the tool. */
  readonly tool?: string;
  /** The other tools it is about, where there are several. */
  readonly others?: readonly string[];
  /** `file:line:column`, where it is known. */
  readonly place?: string;
  /** Where it matters less than the rule's own severity says. */
  readonly severity?: Severity;
  readonly message: string;
}

/** One thing that `plimsoll lint` found. */
export interface Finding extends Observation {
  readonly rule: string;
  readonly severity: Severity;
  /** What to do about it. */
  readonly remedy: string;
}

/** A finding that a manifest says is meant to be so. */
export interface IgnoredFinding extends Finding {
  readonly reason: string;
}
