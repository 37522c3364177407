import { type InputRequired, toSourceId } from "@plimsoll/core";
import type { McpRequestOptions } from "@plimsoll/core/mcp";
import { isRecord } from "../internal/is-record.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { CallLimits } from "./limits/call-limits.ts";
import { type RelayCircumstances, readInputRequired, relay } from "./relay.ts";
import type { RequestScope } from "./request-scope.ts";
import { rewriteBlocks } from "./rewrite-uris.ts";
import { readUrlRequests } from "./url-requests.ts";

/**
 * Calls a tool of a server on behalf of the request that is being served: what a runtime's source calls its tools
 * with. Answers the server's result, with links that lead through the gateway, or its question to the user.
 */
export async function relayToolCall(
  upstream: Upstream,
  { name, arguments: input }: { readonly name: string; readonly arguments?: Record<string, unknown> },
  {
    signal,
    onprogress,
    answers,
    scope,
    callLimits,
  }: McpRequestOptions & Pick<RelayCircumstances, "answers" | "scope"> & { readonly callLimits: CallLimits },
): Promise<unknown> {
  const params = { name, ...(input === undefined ? {} : { arguments: input }) };
  const answer = await relayCall(upstream, params, { signal, progress: onprogress, answers, scope });
  // Before it is kept, or given in pages.
  const result = callLimits.checked(answer);
  if (!isRecord(result) || result["content"] === undefined) return result;
  return { ...result, content: rewriteBlocks(result["content"], toSourceId(upstream.server.name)) };
}

/** The same with the result as it came. */
export function relayCall(
  upstream: Upstream,
  params: Readonly<Record<string, unknown>> & { readonly name: string },
  circumstances: RelayCircumstances,
): Promise<unknown> {
  const { scope } = circumstances;
  if (scope?.observed === undefined) return relayOrAsk(upstream, params, circumstances);
  return scope.observed.relay(upstream, params.name, scope, (seen) =>
    relayOrAsk(upstream, params, { ...circumstances, scope: seen }),
  );
}

async function relayOrAsk(
  upstream: Upstream,
  params: Readonly<Record<string, unknown>>,
  circumstances: RelayCircumstances,
): Promise<unknown> {
  try {
    const result = await relay(upstream, { method: "tools/call", params }, circumstances);
    return readInputRequired(result) ?? result;
  } catch (error) {
    const asked = readUrlError(error, circumstances.scope);
    if (asked === undefined) throw error;
    return asked;
  }
}

/**
 * In the newer era a server asks where in the older one it fails with links to open first; the call is then made again,
 * unless the user would not open them.
 */
function readUrlError(error: unknown, scope: RequestScope | undefined): InputRequired | undefined {
  const requests = scope?.era === "modern" ? readUrlRequests(error) : undefined;
  if (requests === undefined) return undefined;
  const answers = Object.values(scope?.answers?.answers ?? {});
  if (answers.every((answer) => isRecord(answer) && answer["action"] === "accept")) {
    return { type: "input-required", requests };
  }
  throw new Error(error instanceof Error ? error.message : String(error), { cause: error });
}
