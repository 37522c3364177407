import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { LifecycleState } from "../catalog/lifecycle.ts";
import type { Risk } from "../tool/tool.ts";
import { matchesModel } from "./matches-model.ts";
import { matchesAny } from "./pattern.ts";

/**
 * Who may use what, as data. Patterns are whole-string globs with `*` only, on canonical names.
 *
 * Denial governs everything: finding, describing, loading, calling. Gates and narrowing govern seeing only.
 */
export interface Policy {
  /** Always in the head. */
  readonly pins?: readonly string[];
  /** Only these; absent: all. */
  readonly allow?: readonly string[];
  /** Never these, whatever else is said. */
  readonly deny?: readonly string[];
  readonly allowSources?: readonly string[];
  readonly denySources?: readonly string[];
  readonly allowDomains?: readonly string[];
  readonly denyDomains?: readonly string[];
  /** Denying `destructive` also denies tools whose risk nobody verified. */
  readonly denyRisk?: readonly (Risk | "external")[];
  /** Run only after the user has agreed: the call ends in `input-required`, and resumes with the answer. */
  readonly approve?: readonly string[];
  /** The same by risk; `destructive` also covers tools whose risk nobody verified. */
  readonly approveRisk?: readonly (Risk | "external")[];
  /** Tools that only some models or modes see; they still dispatch everywhere, for replay. */
  readonly gates?: readonly VisibilityGate[];
  /** What the head holds under some models or modes. */
  readonly heads?: readonly HeadRule[];
}

/** Shows tools only where the model, and the mode, matches. */
export interface VisibilityGate {
  readonly tools: readonly string[];
  readonly models?: readonly string[];
  readonly modes?: readonly string[];
}

/** Narrows or widens the head where the model, and the mode, matches. */
export interface HeadRule {
  readonly models?: readonly string[];
  readonly modes?: readonly string[];
  /** The head holds no other tools than these, beside the meta-tools. */
  readonly only?: readonly string[];
  readonly pins?: readonly string[];
}

/** What a policy looks at: a tool, or whatever else a source offers under a name. */
export type PolicySubject = Pick<CatalogEntry, "source" | "domain" | "risk"> & { readonly name: string };

/** The circumstances a policy is asked in. */
export interface Circumstances {
  readonly model: string;
  readonly mode?: string | undefined;
}

/** What may be done with a tool, and if something may not, why not. */
export interface PolicyAnswer {
  /** In the array, the preview, a card. */
  readonly see: boolean;
  /** Through search, `tool_describe`, `tool_load`. */
  readonly find: boolean;
  readonly call: boolean;
  /** Called only after the user has agreed. */
  readonly approve: boolean;
  readonly why: readonly PolicyReason[];
}

/** Why something may not be done. For operators and logs: no model reads it. */
export type PolicyReason =
  | { readonly type: "not-allowed"; readonly by: "name" | "source" | "domain" }
  | { readonly type: "denied"; readonly by: "name" | "source" | "domain" | "risk"; readonly rule: string }
  | { readonly type: "gated"; readonly by: "model" | "mode" }
  | { readonly type: "lifecycle"; readonly state: LifecycleState }
  | { readonly type: "held"; readonly reason: string }; // quarantined until an operator approves it

/** The one function that answers what may be done with a tool. Several policies compose: each must agree. */
export function askPolicy(
  policies: readonly Policy[],
  entry: PolicySubject,
  circumstances: Circumstances,
): PolicyAnswer {
  const denials = policies.flatMap((policy) => denialsOf(policy, entry));
  const gates = policies.flatMap((policy) => gatesOf(policy, entry, circumstances));
  const call = denials.length === 0;
  const find = call && gates.length === 0;
  const approve = policies.some((policy) => wantsApproval(policy, entry));
  return { see: find, find, call, approve, why: [...denials, ...gates] };
}

function wantsApproval({ approve = [], approveRisk = [] }: Policy, { name, risk }: PolicySubject): boolean {
  return matchesAny(approve, name) || approveRisk.some((level) => hasRisk(risk, level));
}

function denialsOf(policy: Policy, { name, source, domain, risk }: PolicySubject): PolicyReason[] {
  const reasons: PolicyReason[] = [];
  const check = (
    by: "name" | "source" | "domain",
    value: string,
    allow: readonly string[] | undefined,
    deny: readonly string[] | undefined,
  ): void => {
    if (allow !== undefined && !matchesAny(allow, value)) reasons.push({ type: "not-allowed", by });
    const rule = deny?.find((pattern) => matchesAny([pattern], value));
    if (rule !== undefined) reasons.push({ type: "denied", by, rule });
  };
  check("name", name, policy.allow, policy.deny);
  check("source", source.id, policy.allowSources, policy.denySources);
  check("domain", domain, policy.allowDomains, policy.denyDomains);
  const rule = policy.denyRisk?.find((denied) => hasRisk(risk, denied));
  if (rule !== undefined) reasons.push({ type: "denied", by: "risk", rule });
  return reasons;
}

function hasRisk(risk: PolicySubject["risk"], level: Risk | "external"): boolean {
  if (level === "external") return risk.external;
  if (level === "destructive" && !risk.verified) return true;
  return risk.level === level;
}

function gatesOf(policy: Policy, { name }: PolicySubject, { model, mode }: Circumstances): PolicyReason[] {
  const reasons: PolicyReason[] = [];
  for (const gate of policy.gates ?? []) {
    if (!matchesAny(gate.tools, name)) continue;
    if (gate.models !== undefined && !matchesModel(gate.models, model)) {
      reasons.push({ type: "gated", by: "model" });
    }
    if (gate.modes !== undefined && !gate.modes.includes(mode ?? ""))
      reasons.push({ type: "gated", by: "mode" });
  }
  return reasons;
}
