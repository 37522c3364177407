import type { Message } from "../activation/message.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { CallContext, StoredResult } from "./call-context.ts";
import type { Outcome } from "./outcome.ts";
import { parseArguments } from "./parse-arguments.ts";
import { toResultPage } from "./result-pages.ts";

/** The name under which a result that was given in pages is read on. No source can have it. */
export const RESULT_NAME = "plimsoll/result";

/** Looks a result up in the history that it stands in, by the id of its call. Some providers use an id again. */
export function findStoredResult(history: readonly Message[], handle: string): StoredResult | undefined {
  const found = history.findLast(
    (message) => message.role === "tool" && message.callId === handle && message.meta?.whole !== undefined,
  );
  if (found?.role !== "tool" || found.meta?.whole === undefined) return undefined;
  return { ...found.meta.whole, tool: found.meta.tool };
}

/** Reads one page of a stored result, under the policy of the tool that gave it. */
export async function readStoredResult(value: unknown, context: CallContext): Promise<Outcome> {
  const request = readRequest(value);
  if ("issue" in request) return rejected(request.issue);
  const { handle, page } = request;
  const stored = await context.storedResult(handle);
  if (stored === undefined || !isPermitted(stored, context)) {
    return rejected({ path: "/handle", message: "There is no result to read on under this handle." });
  }
  const { countTokens } = context;
  const shown = toResultPage(stored.content, page, { pageTokens: stored.pageTokens, countTokens });
  if (shown === undefined) return rejected({ path: "/page", message: `The result has no page ${page}.` });
  const { cutAt } = stored;
  return {
    type: "ok",
    result: { content: shown.content },
    page: { handle, page, hasMore: shown.hasMore },
    ...defined({ cutAt }),
  };
}

function readRequest(value: unknown): { handle: string; page: number } | { issue: InputIssue } {
  const parsed = parseArguments(value);
  if (parsed.type === "invalid") return { issue: parsed.issue };
  const { handle, page = 2 } = isRecord(parsed.value) ? parsed.value : {};
  if (typeof handle !== "string")
    return { issue: { path: "/handle", message: "Name the result to read on." } };
  if (typeof page !== "number" || !Number.isInteger(page) || page < 1) {
    return { issue: { path: "/page", message: "The page is a whole number; the first page is 1." } };
  }
  return { handle, page };
}

function isPermitted({ tool }: StoredResult, { view }: CallContext): boolean {
  if (tool === undefined) return true;
  const resolution = view.snapshot.resolve(tool);
  return resolution.type !== "found" || view.ask(resolution.entry).call;
}

function rejected(issue: InputIssue): Outcome {
  return { type: "rejected", reason: "invalid", about: "call", issues: [issue] };
}
