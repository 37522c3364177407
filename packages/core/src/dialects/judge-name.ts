import { findNearest } from "../call/nearest.ts";
import { parseArguments } from "../call/parse-arguments.ts";
import { RESULT_NAME } from "../call/stored-result.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { NameResolution } from "../catalog/catalog-snapshot.ts";
import { defined } from "../internal/defined.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import type { InputIssue } from "../tool/tool.ts";
import { validate } from "../tool/validate.ts";
import type { CalledName } from "./name-reader.ts";
import type { ReplayVerdict } from "./replay-report.ts";

/** Says what a recorded name comes to today, as `dispatch` would have it. */
export type JudgeName = (called: CalledName) => ReplayVerdict;

/** Makes the judge of one view. */
export function createJudge(view: PermittedView): JudgeName {
  const permits = (entry: CatalogEntry): boolean => view.ask(entry).call;
  // A transcript calls few names, many times.
  const resolutions = new Map<string, NameResolution>();
  const refusals = new Map<string, ReplayVerdict>();

  const resolve = (name: string): NameResolution => {
    const known = resolutions.get(name) ?? view.snapshot.resolve(name, permits);
    resolutions.set(name, known);
    return known;
  };
  const refuse = (name: string): ReplayVerdict => {
    const isKnown = view.snapshot.resolve(name).type !== "unknown";
    const verdict: ReplayVerdict = isKnown
      ? { type: "denied" }
      : { type: "unknown", nearest: findNearest(name, view).map((entry) => entry.name) };
    refusals.set(name, verdict);
    return verdict;
  };

  return (called) => {
    const { name, operation, issues } = called;
    if (issues !== undefined) return { type: "invalid", issues };
    if (operation === "find" || operation === "active") return { type: "meta", operation };
    if (operation === "call" && name === RESULT_NAME) return { type: "meta", operation: "result" };
    const resolution = resolve(name);
    switch (resolution.type) {
      case "unknown":
        return refusals.get(name) ?? refuse(name);
      case "removed":
        return toRemoved(resolution);
      case "found":
        return toFound(resolution, called);
    }
  };
}

function toRemoved({ replacement, note }: Extract<NameResolution, { type: "removed" }>): ReplayVerdict {
  return {
    type: "removed",
    ...defined({ replacement, note }),
  };
}

function toFound(
  { entry, by, retired, note }: Extract<NameResolution, { type: "found" }>,
  { operation, readOnly, arguments: sent }: CalledName,
): ReplayVerdict {
  if (readOnly && !(entry.risk.verified && entry.risk.level === "read")) {
    return { type: "invalid", issues: [{ path: "/name", message: `${entry.name} is not classed "read".` }] };
  }
  return {
    type: "dispatches",
    tool: entry.name,
    by,
    ...defined({ retired }),
    ...(operation === "call" && note !== undefined ? { notice: note } : {}),
    issues: operation === "call" ? issuesOf(entry, sent) : [],
  };
}

function issuesOf(entry: CatalogEntry, sent: unknown): readonly InputIssue[] {
  const parsed = parseArguments(sent);
  return parsed.type === "invalid" ? [parsed.issue] : validate(entry.tool.inputSchema, parsed.value);
}
