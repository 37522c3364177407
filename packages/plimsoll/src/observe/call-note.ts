import { askPolicy, type CatalogSnapshot, type Outcome, type Policy } from "@plimsoll/core";
import { asksLeave, type ReadLeave } from "../server/leave.ts";
import type { CallNote, Decision } from "./gateway-event.ts";

/** What the outcome of a call is read with. */
export interface CallNoteParts {
  readonly snapshot: CatalogSnapshot;
  readonly policy: Policy;
  /** What the user said to it. */
  readonly leave: ReadLeave["leave"];
  /** Of a meta-tool that was called for itself. */
  readonly meta: string | undefined;
  readonly principal: string | undefined;
}

/** What an outcome says to whoever watches: which tool it was, behind every other name, and what was decided. */
export function toCallNote(outcome: Outcome, parts: CallNoteParts): CallNote {
  const entry = "entry" in outcome ? outcome.entry : undefined;
  const named = entry ?? deniedEntry(outcome, parts.snapshot);
  const decision = decisionOf(outcome, parts);
  return {
    tool: named?.name ?? (outcome.type === "rejected" ? undefined : parts.meta),
    server: named?.source.id,
    outcome: outcome.type === "ok" && outcome.result.isError === true ? "tool-error" : outcome.type,
    decision,
    ...(outcome.type === "rejected" ? { reason: outcome.reason } : {}),
    ...(outcome.type === "failed" ? { message: outcome.message } : {}),
    ...(decision === "approved" || decision === "declined" ? { approvedBy: parts.principal } : {}),
  };
}

/** A client must not learn that a denied tool exists; whoever reads the audit must learn which it was. */
function deniedEntry(outcome: Outcome, snapshot: CatalogSnapshot) {
  if (outcome.type !== "rejected" || outcome.reason !== "denied") return undefined;
  const resolution = snapshot.resolve(outcome.name);
  return resolution.type === "found" ? resolution.entry : undefined;
}

function decisionOf(outcome: Outcome, { policy, leave }: CallNoteParts): Decision {
  if (outcome.type === "rejected") return outcome.reason === "denied" ? "denied" : "refused";
  if (outcome.type === "cancelled" && outcome.by === "user") return "declined";
  if (outcome.type === "input-required" && asksLeave(outcome.request)) return "held";
  const entry = "entry" in outcome ? outcome.entry : undefined;
  if (entry === undefined || leave !== "given") return "allowed";
  return askPolicy([policy], entry, { model: "" }).approve ? "approved" : "allowed";
}
