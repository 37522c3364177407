import type { ServerContext } from "@modelcontextprotocol/server";
import type { InputAnswers } from "@plimsoll/core";
import { asText } from "../internal/as-text.ts";
import { digestOf } from "../internal/digest.ts";
import type { RelayRequest } from "../upstream/upstream.ts";
import { canAsk, cannotAnswer, cannotBeAsked } from "./can-ask.ts";
import type { Exchange, InputRequiredAnswer, Turn } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { toModernRequest } from "./modern-request.ts";
import { type CallTurn, OpenCall } from "./open-call.ts";
import { ownerOf } from "./owner.ts";
import type { RequestScope } from "./request-scope.ts";
import { createSinks } from "./request-sinks.ts";
import type { RequestState } from "./request-state.ts";
import { toScope } from "./to-scope.ts";
import { invalidParams } from "./wire-error.ts";

/** Serves a client of the newer era: what is to be asked is its answer, and the client comes back with what it asked. */
export async function serveModernExchange<Result>(
  exchange: Exchange<Result>,
  parts: FrontParts,
): Promise<Result | InputRequiredAnswer> {
  const { context, connection } = exchange;
  const state = await openState(exchange, parts);
  const responses: Readonly<Record<string, unknown>> = { ...context.mcpReq.inputResponses };
  const base = toScope(connection, context);
  const sinks = createSinks(connection, context, base);
  let call: OpenCall<Turn<Result>>;
  if (state?.call === undefined) {
    const answers = toAnswers(context, responses, state);
    call = new OpenCall(sinks.attachment, (open) => runOpen(exchange, { base, answers }, open));
  } else {
    const waiting = state.replica === parts.openCalls.replica ? parts.openCalls.take(state.call) : undefined;
    if (waiting === undefined) {
      return exchange.fail(
        "The server's question was answered too late, or at another replica of the gateway: the call it belongs to is gone. Call again.",
      );
    }
    call = waiting as OpenCall<Turn<Result>>;
    call.resume(responses, sinks.attachment);
  }
  const turn = await call.turn();
  await sinks.settled();
  return toModernAnswer(exchange, turn, { call, base }, parts);
}

async function toModernAnswer<Result>(
  { context, connection, subject }: Exchange<Result>,
  turn: CallTurn<Turn<Result>>,
  { call, base }: { readonly call: OpenCall<Turn<Result>>; readonly base: RequestScope },
  { openCalls, requestStates }: FrontParts,
): Promise<Result | InputRequiredAnswer> {
  const ask = async (
    requests: Readonly<Record<string, unknown>>,
    state: Omit<RequestState, "digest">,
  ): Promise<InputRequiredAnswer> => ({
    resultType: "input_required",
    inputRequests: requests,
    requestState: await requestStates.seal(
      { digest: digestOf(subject), ...state },
      context,
      ownerOf(connection.principal),
    ),
  });
  if (turn.type === "asked") {
    openCalls.keep(call);
    return ask(turn.requests, { call: call.id, replica: openCalls.replica });
  }
  const { result } = turn;
  if (result.type === "done") return result.result;
  for (const request of Object.values(result.requests)) {
    if (!canAsk(base.capabilities, request as RelayRequest)) throw cannotAnswer(request as RelayRequest);
  }
  return ask(result.requests, { ...(result.state === undefined ? {} : { state: result.state }) });
}

function runOpen<Result>(
  exchange: Exchange<Result>,
  { base, answers }: { readonly base: RequestScope; readonly answers: InputAnswers | undefined },
  open: OpenCall<Turn<Result>>,
): Promise<Turn<Result>> {
  const scope: RequestScope = {
    ...base,
    ...(answers === undefined ? {} : { answers }),
    ...(base.logLevel === undefined ? {} : { log: (message) => open.log(message) }),
    ask: async (request) => {
      const asked = toModernRequest(request);
      if (!canAsk(base.capabilities, asked)) throw cannotBeAsked(asked);
      return open.ask(asked);
    },
  };
  return exchange.run({ signal: open.signal, progress: (update) => open.progress(update), scope });
}

async function openState<Result>(
  { connection, context, subject }: Exchange<Result>,
  { requestStates }: FrontParts,
): Promise<RequestState | undefined> {
  const sealed = context.mcpReq.requestState();
  if (sealed === undefined) return undefined;
  const state = await requestStates
    .open(asText(sealed), context, ownerOf(connection.principal))
    .catch(() => undefined);
  if (state === undefined) {
    throw invalidParams("Invalid or expired requestState", { reason: "invalid_request_state" });
  }
  if (state.digest === digestOf(subject)) return state;
  throw invalidParams("The requestState is of another request.", { reason: "invalid_request_state" });
}

function toAnswers(
  { mcpReq }: ServerContext,
  answers: Readonly<Record<string, unknown>>,
  state: RequestState | undefined,
): InputAnswers | undefined {
  if (mcpReq.inputResponses === undefined && state === undefined) return undefined;
  return { answers, ...(state?.state === undefined ? {} : { state: state.state }) };
}
