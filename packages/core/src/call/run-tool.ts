import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { defined } from "../internal/defined.ts";
import { type InTime, inTime } from "../internal/in-time.ts";
import { messageOf } from "../internal/message-of.ts";
import type { Handler, Progress } from "../tool/handler.ts";
import { readResult } from "../tool/tool-result.ts";
import { validate } from "../tool/validate.ts";
import type { CallContext } from "./call-context.ts";
import { readInputRequired } from "./input-required.ts";
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
  context: CallContext,
): Promise<Outcome> {
  const { principal, progress, answers, host } = context;
  const reports = untilClosed(progress);
  try {
    const handled = await inTime(
      (signal) =>
        run(input, {
          signal,
          principal,
          progress: reports.report,
          answers,
          ...defined({ host }),
        }),
      context,
    );
    return handled.type === "done" ? toOutcome(entry, handled.value) : toLateOutcome(entry, handled, context);
  } catch (cause) {
    return toFailedOutcome(entry, messageOf(cause), cause);
  } finally {
    reports.close();
  }
}

/** What became of a call that nobody waits for any longer. */
export function toLateOutcome(
  entry: CatalogEntry,
  { type }: Exclude<InTime<unknown>, { type: "done" }>,
  { timeoutMs }: Pick<CallContext, "timeoutMs">,
): Outcome {
  return type === "cancelled" ? { type, entry, by: "caller" } : { type, entry, timeoutMs };
}

function toOutcome(entry: CatalogEntry, value: unknown): Outcome {
  const asked = readInputRequired(value);
  if (asked === undefined) return toResultOutcome(entry, value);
  if (asked.type === "unusable") return toFailedOutcome(entry, asked.reason, undefined);
  return { type: "input-required", entry, request: asked.request };
}

/** What a handler's value amounts to: a result, or a failure that says what is wrong with it. */
export function toResultOutcome(entry: CatalogEntry, value: unknown): Outcome {
  const read = readResult(value);
  if (read.type === "unusable") return toFailedOutcome(entry, read.reason, undefined);
  const { result, cutAt } = read;
  const ok: OkOutcome = { type: "ok", entry, result, ...defined({ cutAt }) };
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

/** Reports of a call that runs. Whoever watches cannot break it, and hears nothing of it once it has ended. */
function untilClosed(progress: (update: Progress) => void): {
  readonly report: (update: Progress) => void;
  readonly close: () => void;
} {
  let isOpen = true;
  return {
    report: (update) => {
      if (!isOpen) return;
      try {
        progress(update);
      } catch {
        // Said above.
      }
    },
    close: () => {
      isOpen = false;
    },
  };
}
