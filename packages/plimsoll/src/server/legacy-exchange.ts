import type { InputAnswers, InputRequired } from "@plimsoll/core";
import type { RelayRequest } from "../upstream/upstream.ts";
import { canAsk, cannotBeAsked } from "./can-ask.ts";
import type { Exchange } from "./exchange.ts";
import type { RequestScope } from "./request-scope.ts";
import { createSinks } from "./request-sinks.ts";
import { toScope } from "./to-scope.ts";

const MOST_ROUNDS = 8;

/** Serves a client of the older era: whatever is to be asked is asked while its request runs. */
export async function serveLegacyExchange<Result>(exchange: Exchange<Result>): Promise<Result> {
  const { connection, context } = exchange;
  const base = toScope(connection, context);
  const sinks = createSinks(connection, context, base);
  const ask = async (request: RelayRequest): Promise<unknown> => {
    if (connection.ask === undefined || !canAsk(base.capabilities, request)) throw cannotBeAsked(request);
    return connection.ask(request, context);
  };
  let answers: InputAnswers | undefined;
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const scope: RequestScope = {
        ...base,
        ask,
        ...(answers === undefined ? {} : { answers }),
        ...(base.logLevel === undefined ? {} : { log: (message) => sinks.attachment.log?.(message) }),
      };
      const turn = await exchange.run({ ...sinks.attachment, scope });
      if (turn.type === "done") return turn.result;
      const asked = await askAll(turn, ask);
      if (asked.type === "failed") return exchange.fail(asked.reason);
      answers = asked;
    }
  } finally {
    await sinks.settled();
  }
  return exchange.fail(`The server asked more than ${MOST_ROUNDS} times.`);
}

async function askAll(
  { requests, state }: InputRequired,
  ask: (request: RelayRequest) => Promise<unknown>,
): Promise<
  ({ readonly type: "answered" } & InputAnswers) | { readonly type: "failed"; readonly reason: string }
> {
  try {
    const answers = await Promise.all(
      Object.entries(requests).map(async ([key, request]) => [key, await ask(request as RelayRequest)]),
    );
    return {
      type: "answered",
      answers: Object.fromEntries(answers),
      ...(state === undefined ? {} : { state }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "failed", reason: `The server needs an answer from the user first. ${why}` };
  }
}
