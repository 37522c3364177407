import type { Activation } from "../activation/activation.ts";
import type { Gate } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { isRecord } from "../internal/is-record.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import type { InputAnswers, InputRequired, Progress } from "../tool/handler.ts";
import type { Principal } from "../tool/principal.ts";
import type { Risk } from "../tool/tool.ts";
import { toToolResult } from "../tool/tool-result.ts";
import { validate } from "../tool/validate.ts";
import { findNearest } from "./nearest.ts";
import type { Outcome, RejectedOutcome, Rejection } from "./outcome.ts";
import { parseArguments } from "./parse-arguments.ts";

/** The circumstances of a call, the same for every call of a batch. */
export interface CallContext {
  readonly view: PermittedView;
  readonly activation: Activation;
  readonly gate: Gate;
  readonly principal: Principal | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress: (update: Progress) => void;
  readonly answers: InputAnswers | undefined;
}

/** A call of a tool by any name it answers to. */
export interface CallRequest {
  readonly name: string;
  readonly arguments: unknown;
  /** Refuse a tool of any other risk: what `tool_read` asks for. */
  readonly onlyRisk?: Risk | undefined;
}

/** Resolves a name, asks policy and gate, checks the arguments, runs the tool. Never throws. */
export async function dispatch(request: CallRequest, context: CallContext): Promise<Outcome> {
  const { view } = context;
  const resolution = view.snapshot.resolve(request.name, (entry) => view.ask(entry).call);
  if (resolution.type === "unknown") return unavailable(request.name, context);
  if (resolution.type === "removed") return rejected({ ...resolution, reason: "removed" });

  const { entry, note, retired } = resolution;
  if (request.onlyRisk !== undefined && !isVerified(entry, request.onlyRisk)) {
    const message = `${entry.name} is not classed "${request.onlyRisk}". Call it with tool_call.`;
    return rejected({ reason: "invalid", about: "call", entry, issues: [{ path: "/name", message }] });
  }
  if (context.gate === "strict" && retired === undefined && !isLoaded(entry, context)) {
    return rejected({ reason: "not-loaded", entry });
  }

  const parsed = await parseInput(entry, request.arguments);
  if (parsed.type === "failed") return failed(entry, parsed.message, parsed.cause);
  if (parsed.type === "invalid") {
    return rejected({ reason: "invalid", about: "arguments", entry, issues: parsed.issues });
  }
  const outcome = await run(entry, parsed.value, context);
  return outcome.type === "ok" && retired === "deprecated" && note !== undefined
    ? { ...outcome, notice: note }
    : outcome;
}

async function parseInput(entry: CatalogEntry, value: unknown) {
  const given = parseArguments(value);
  if (given.type === "invalid") return { type: "invalid" as const, issues: [given.issue] };
  const issues = validate(entry.tool.inputSchema, given.value);
  if (issues.length > 0) return { type: "invalid" as const, issues };
  if (entry.tool.parseInput === undefined) return given;
  try {
    return await entry.tool.parseInput(given.value);
  } catch (cause) {
    return { type: "failed" as const, message: messageOf(cause), cause };
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function run(entry: CatalogEntry, input: unknown, context: CallContext): Promise<Outcome> {
  const { execution } = entry.tool;
  if (execution.type !== "run") return { type: "host-executes", entry, input };

  const timeout = AbortSignal.timeout(context.timeoutMs);
  const signal = AbortSignal.any([context.signal, timeout]);
  try {
    const { principal, progress, answers } = context;
    const handled = Promise.resolve(execution.run(input, { signal, principal, progress, answers }));
    const value = await Promise.race([handled, rejectOnAbort(signal)]);
    return isInputRequired(value)
      ? { type: "input-required", entry, request: value }
      : checkResult(entry, value);
  } catch (cause) {
    if (context.signal.aborted) return { type: "cancelled", entry };
    if (timeout.aborted) return { type: "timed-out", entry, timeoutMs: context.timeoutMs };
    return failed(entry, messageOf(cause), cause);
  }
}

function checkResult(entry: CatalogEntry, value: unknown): Outcome {
  const result = toToolResult(value);
  const { outputSchema } = entry.tool;
  if (outputSchema === undefined || result.isError === true) return { type: "ok", entry, result };
  const issues = validate(outputSchema, result.structuredContent);
  if (issues.length === 0) return { type: "ok", entry, result };
  const said = issues.map(({ path, message }) => `${path === "" ? "/" : path}: ${message}`).join(" ");
  return failed(entry, `Its result does not fit its output schema. ${said}`, issues);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function isLoaded(entry: CatalogEntry, { activation }: CallContext): boolean {
  const inHead = activation.opening?.tools.some(({ name }) => name === entry.wireName) ?? false;
  return (
    inHead || activation.loaded.some(({ name, standing }) => name === entry.name && standing === "current")
  );
}

function isVerified({ risk }: CatalogEntry, level: Risk): boolean {
  return risk.verified && risk.level === level;
}

function isInputRequired(value: unknown): value is InputRequired {
  return isRecord(value) && value["type"] === "input-required" && isRecord(value["requests"]);
}

function rejected(rejection: Rejection): RejectedOutcome {
  return { ...rejection, type: "rejected" };
}

// To a model, denied and unknown are one answer; the reason is for the host alone.
function unavailable(name: string, { view }: CallContext): RejectedOutcome {
  const reason = view.snapshot.resolve(name).type === "unknown" ? "unknown" : "denied";
  return rejected({ reason, name, nearest: findNearest(name, view) });
}

function failed(entry: CatalogEntry, message: string, cause: unknown): Outcome {
  return { type: "failed", entry, message, cause };
}
