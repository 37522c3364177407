import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { isRecord } from "../internal/is-record.ts";
import { messageOf } from "../internal/message-of.ts";
import type { Handler, InputRequired } from "../tool/handler.ts";
import { readResult } from "../tool/tool-result.ts";
import { validate } from "../tool/validate.ts";
import type { CallContext } from "./call-context.ts";
import type { FailedOutcome, OkOutcome, Outcome } from "./outcome.ts";

/** Runs a tool whose arguments have been checked, within its time and its turn. Never throws. */
export async function runTool(entry: CatalogEntry, input: unknown, context: CallContext): Promise<Outcome> {
  const { execution } = entry.tool;
  if (execution.type !== "run") return { type: "host-executes", entry, input };
  const { limiter, signal } = context;
  try {
    return await limiter.run({ source: entry.source.id, tool: entry.name }, signal, () =>
      runInTime(entry, execution.run, input, context),
    );
  } catch {
    // Only waiting for a place rejects, and only when the caller gave up.
    return { type: "cancelled", entry, by: "caller" };
  }
}

async function runInTime(
  entry: CatalogEntry,
  run: Handler,
  input: unknown,
  { timeoutMs, signal: caller, principal, progress, answers }: CallContext,
): Promise<Outcome> {
  if (caller.aborted) return { type: "cancelled", entry, by: "caller" };
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([caller, timeout]);
  const ended = rejectOnAbort(signal);
  try {
    const handled = Promise.resolve(run(input, { signal, principal, progress, answers }));
    const value = await Promise.race([handled, ended.promise]);
    return isInputRequired(value)
      ? { type: "input-required", entry, request: value }
      : toResultOutcome(entry, value);
  } catch (cause) {
    if (caller.aborted) return { type: "cancelled", entry, by: "caller" };
    if (timeout.aborted) return { type: "timed-out", entry, timeoutMs };
    return toFailedOutcome(entry, messageOf(cause), cause);
  } finally {
    ended.forget();
  }
}

/** What a handler's value amounts to: a result, or a failure that says what is wrong with it. */
export function toResultOutcome(entry: CatalogEntry, value: unknown): Outcome {
  const read = readResult(value);
  if (read.type === "unusable") return toFailedOutcome(entry, read.reason, undefined);
  const { result, cutAt } = read;
  const ok: OkOutcome = { type: "ok", entry, result, ...(cutAt === undefined ? {} : { cutAt }) };
  const { outputSchema } = entry.tool;
  if (outputSchema === undefined || result.isError === true) return ok;
  const issues = validate(outputSchema, result.structuredContent);
  if (issues.length === 0) return ok;
  const said = issues.map(({ path, message }) => `${path === "" ? "/" : path}: ${message}`).join(" ");
  return toFailedOutcome(entry, `Its result does not fit its output schema. ${said}`, issues);
}

/** The handler's own message and cause, kept. */
export function toFailedOutcome(entry: CatalogEntry, message: string, cause: unknown): FailedOutcome {
  return { type: "failed", entry, message, cause };
}

/** A promise that rejects when a signal is aborted, and a way to stop listening once nobody waits for it. */
function rejectOnAbort(signal: AbortSignal): {
  readonly promise: Promise<never>;
  readonly forget: () => void;
} {
  let forget = (): void => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    forget = () => signal.removeEventListener("abort", onAbort);
  });
  return { promise, forget };
}

function isInputRequired(value: unknown): value is InputRequired {
  return isRecord(value) && value["type"] === "input-required" && isRecord(value["requests"]);
}
