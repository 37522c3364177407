import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { NameResolution } from "../catalog/catalog-snapshot.ts";
import { copyJson } from "../internal/copy-json.ts";
import { defined } from "../internal/defined.ts";
import { inTime } from "../internal/in-time.ts";
import { messageOf } from "../internal/message-of.ts";
import { fillDefaults } from "../tool/fill-defaults.ts";
import type { Risk } from "../tool/tool.ts";
import { validate } from "../tool/validate.ts";
import { askApproval, readApproval } from "./approval.ts";
import type { CallContext } from "./call-context.ts";
import { passesGate } from "./gate.ts";
import { toKeptInput } from "./kept-input.ts";
import { findNearest } from "./nearest.ts";
import type { Outcome, RejectedOutcome, Rejection } from "./outcome.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runTool, toFailedOutcome, toLateOutcome } from "./run-tool.ts";

/** A call of a tool by any name it answers to. */
export interface CallRequest {
  readonly name: string;
  readonly arguments: unknown;
  /** Refuse a tool of any other risk: what `tool_read` asks for. */
  readonly onlyRisk?: Risk | undefined;
}

/** A call that may be made as far as name, policy, gate and schema are concerned, or how it ended before. */
export type CheckedCall =
  | {
      readonly type: "ready";
      readonly entry: CatalogEntry;
      readonly input: unknown;
      /** Whether policy wants the user's leave first. */
      readonly approve: boolean;
      readonly resolution: Extract<NameResolution, { type: "found" }>;
    }
  | { readonly type: "ended"; readonly outcome: Outcome };

/** Resolves a name, asks policy and gate, checks the arguments, runs the tool. Never throws. */
export async function dispatch(request: CallRequest, context: CallContext): Promise<Outcome> {
  const checked = await checkCall(request, context);
  if (checked.type === "ended") return checked.outcome;
  const { entry, approve, resolution } = checked;
  if (approve && context.approved !== true) {
    const approval = readApproval(context.answers);
    if (approval === "declined") return { type: "cancelled", entry, by: "user" };
    if (approval === "unasked") {
      const input = toKeptInput(checked.input, request.arguments);
      return { type: "input-required", entry, request: askApproval(entry, input) };
    }
  }
  const { note, retired } = resolution;
  const outcome = await runTool(entry, checked.input, context);
  if (retired !== "deprecated" || note === undefined) return outcome;
  return outcome.type === "ok" || outcome.type === "host-executes" ? { ...outcome, notice: note } : outcome;
}

/** Everything that is asked of a call before the user is, and before it runs. Never throws. */
export async function checkCall(request: CallRequest, context: CallContext): Promise<CheckedCall> {
  const { view } = context;
  const resolution = view.snapshot.resolve(request.name, (entry) => view.ask(entry).call);
  if (resolution.type === "unknown") return ended(unavailable(request, context));
  if (resolution.type === "removed") return ended(removed(resolution, request, context));

  const { entry } = resolution;
  if (request.onlyRisk !== undefined && !isVerified(entry, request.onlyRisk)) {
    const message = `${entry.name} is not classed "${request.onlyRisk}". Call it with tool_call.`;
    return ended(rejected({ reason: "invalid", about: "call", entry, issues: [{ path: "/name", message }] }));
  }
  if (!passesGate(resolution, context)) {
    return ended(rejected({ reason: "not-loaded", entry, loading: false }));
  }

  const parsed = await parseInput(entry, request.arguments, context);
  if (parsed.type === "ended") return parsed;
  if (parsed.type === "invalid") {
    const { issues } = parsed;
    const { name, arguments: sent } = request;
    return ended(rejected({ reason: "invalid", about: "arguments", name, entry, issues, sent }));
  }
  return { type: "ready", entry, input: parsed.value, approve: view.ask(entry).approve, resolution };
}

function ended(outcome: Outcome): CheckedCall {
  return { type: "ended", outcome };
}

async function parseInput(entry: CatalogEntry, value: unknown, context: CallContext) {
  const given = parseArguments(value);
  if (given.type === "invalid") return { type: "invalid" as const, issues: [given.issue] };
  const issues = validate(entry.tool.inputSchema, given.value);
  if (issues.length > 0) return { type: "invalid" as const, issues };
  // A handler may change what it is given; what the model sent stands in the history.
  const own = copyJson(given.value);
  const { parseInput: parse } = entry.tool;
  if (parse === undefined) {
    // A server fills in its own defaults.
    const filled = entry.source.kind === "mcp" ? own : fillDefaults(entry.tool.inputSchema, own);
    return { type: "ok" as const, value: filled };
  }
  try {
    // A schema may look something up, and wait for it.
    const parsed = await inTime(() => parse.call(entry.tool, own), context);
    if (parsed.type === "done") return parsed.value;
    return { type: "ended" as const, outcome: toLateOutcome(entry, parsed, context) };
  } catch (cause) {
    return { type: "ended" as const, outcome: toFailedOutcome(entry, messageOf(cause), cause) };
  }
}

function isVerified({ risk }: CatalogEntry, level: Risk): boolean {
  return risk.verified && risk.level === level;
}

function rejected(rejection: Rejection): RejectedOutcome {
  return { ...rejection, type: "rejected" };
}

// To a model, denied and unknown are one answer; the reason is for the host alone.
function unavailable({ name, arguments: sent }: CallRequest, { view, absent }: CallContext): RejectedOutcome {
  const reason = view.snapshot.resolve(name).type === "unknown" ? "unknown" : "denied";
  const why = reason === "unknown" ? absent?.whyNot(name) : undefined;
  return rejected({ reason, name, nearest: findNearest(name, view), sent, ...defined({ absent: why }) });
}

function removed(
  { name, note, replacement }: Extract<NameResolution, { type: "removed" }>,
  { arguments: sent }: CallRequest,
  { view }: CallContext,
): RejectedOutcome {
  const twin = replacement === undefined ? undefined : view.snapshot.get(replacement);
  // A tool that this model or mode is not shown is not shown by way of an old name either.
  const isShown = twin !== undefined && view.ask(twin).find;
  return rejected({
    reason: "removed",
    name,
    sent,
    ...(isShown ? { replacement: twin } : {}),
    ...defined({ note }),
  });
}
