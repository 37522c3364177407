import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY } from "@modelcontextprotocol/server";
import type { InputAnswers, InputRequired, Progress } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { Era, RelayRequest, Upstream } from "../upstream/upstream.ts";
import { severityOf } from "./log-level.ts";
import type { RequestScope } from "./request-scope.ts";

/** How a relayed request is watched and called off. */
export interface RelayCircumstances {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((update: Progress) => void) | undefined;
  /** The user's, where the caller has them; those of the request that is being served if absent. */
  readonly answers?: InputAnswers | undefined;
  /** Of the request that is being served; nothing, where the gateway acts by itself. */
  readonly scope?: RequestScope | undefined;
}

/**
 * Relays a request of the client that is being served: what the client sent along, can do and wants to hear goes
 * with it, and the server can ask the client while it is at work.
 */
export async function relay(
  upstream: Upstream,
  { method, params }: RelayRequest,
  { signal, progress, answers, scope }: RelayCircumstances = {},
): Promise<unknown> {
  const { era, capabilities } = upstream.introduced ?? (await upstream.introduction());
  if (era === "legacy" && scope?.log !== undefined && capabilities["logging"] !== undefined) {
    await raiseLogLevel(upstream, scope.logLevel);
  }
  const sent = {
    ...params,
    ...toAnswerParams(era, answers ?? scope?.answers),
    ...toMetaParam(era, params, scope),
  };
  return upstream.request(
    { method, params: sent },
    {
      ...(signal === undefined ? {} : { signal }),
      ...(progress === undefined ? {} : { progress: (update) => progress(update) }),
      ...(scope === undefined ? {} : { capabilities: scope.capabilities, era: scope.era, meta: scope.meta }),
      ...(scope?.ask === undefined ? {} : { ask: scope.ask }),
      ...(scope?.log === undefined ? {} : { log: scope.log }),
    },
  );
}

/** Reads a result as a server's question to the user; nothing, if it is an answer. */
export function readInputRequired(result: unknown): InputRequired | undefined {
  if (!isRecord(result) || result["resultType"] !== "input_required") return undefined;
  const { inputRequests, requestState } = result;
  return {
    type: "input-required",
    requests: isRecord(inputRequests) ? inputRequests : {},
    ...(typeof requestState === "string" ? { state: requestState } : {}),
  };
}

/** A server of the older era has asked its questions while the first request ran, and knows nothing of answers. */
function toAnswerParams(era: Era, given: InputAnswers | undefined): Readonly<Record<string, unknown>> {
  if (era === "legacy" || given === undefined) return {};
  const { answers, state } = given;
  // What Plimsoll itself asked the user is no business of the server's.
  const own = Object.entries(answers).filter(([name]) => !name.startsWith("plimsoll/"));
  if (own.length === 0 && state === undefined) return {};
  return {
    inputResponses: Object.fromEntries(own),
    ...(state === undefined ? {} : { requestState: state }),
  };
}

function toMetaParam(
  era: Era,
  params: RelayRequest["params"],
  scope: RequestScope | undefined,
): { readonly _meta?: Readonly<Record<string, unknown>> } {
  const own = params?.["_meta"];
  const meta = {
    ...(isRecord(own) ? own : {}),
    ...scope?.meta,
    // What the gateway can do for a server is what its client can: the server asks for nothing else.
    ...(era === "modern" && scope !== undefined
      ? { [CLIENT_CAPABILITIES_META_KEY]: scope.capabilities }
      : {}),
    ...(era === "modern" && scope?.logLevel !== undefined ? { [LOG_LEVEL_META_KEY]: scope.logLevel } : {}),
  };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

// What a server was last asked to log, and since when it has run: one that starts again has forgotten it.
const raised = new WeakMap<Upstream, { readonly since: number; readonly severity: number }>();

/** Has a server log at least what this client wants to hear; what others do not want is left out on its way to them. */
async function raiseLogLevel(upstream: Upstream, level: string | undefined): Promise<void> {
  const since = upstream.health.state === "up" ? upstream.health.since : 0;
  const severity = severityOf(level);
  const known = raised.get(upstream);
  if (known !== undefined && known.since === since && known.severity <= severity) return;
  raised.set(upstream, { since, severity });
  try {
    await upstream.request({ method: "logging/setLevel", params: { level } });
  } catch {
    // A server that does not let itself be told logs what it likes.
  }
}
