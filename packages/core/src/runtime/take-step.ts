import type { Activation } from "../activation/activation.ts";
import { derive } from "../activation/derive.ts";
import type { Message, Reply, ToolCall } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { toResultMessage } from "../call/result-message.ts";
import { dialectNamed } from "../dialects/dialect-named.ts";
import { perform } from "../dialects/perform.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import { toFingerprint } from "../surface/surface.ts";
import type { TokenAccount } from "../surface/tokens.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import { type Engine, toMetaContext } from "./engine.ts";
import { openConversation, strategyNamed } from "./open-conversation.ts";
import { readReply } from "./read-reply.ts";
import type { AcceptOptions, Step, StepInput } from "./runtime.ts";

/** From catalog, policy and history to one model call: synchronous and pure. */
export function takeStep(engine: Engine, input: StepInput): Step {
  const view = engine.viewFor(input);
  const derived = derive(input.history, view.snapshot);
  const opening = derived.opening ?? open(engine, input, view);
  const activation = { ...derived, opening };
  const tools = strategyNamed(opening.strategy).arrange(opening, activation, view);
  const isFirst = derived.opening === undefined;
  return {
    tools,
    prompt: opening.prompt,
    messages: toSentMessages(input.history),
    tokens: account(engine, opening, tools, view),
    fingerprint: toFingerprint({ tools, prompt: opening.prompt }),
    accept: async (reply, options = {}) => [
      ...(isFirst ? [opening] : []),
      ...(await runReply(engine, input, activation, readReply(reply), options)),
    ],
  };
}

function open(engine: Engine, input: StepInput, view: PermittedView): OpeningRecord {
  const { dialect, strategy, budget, costOf } = engine;
  return openConversation({ view, model: input.model, dialect, strategy, budget, costOf });
}

/** The reply and its results. Calls of one batch run side by side; results keep the order of the calls. */
async function runReply(
  engine: Engine,
  input: StepInput,
  activation: Activation & { readonly opening: OpeningRecord },
  reply: Reply,
  { signal, progress }: AcceptOptions,
): Promise<Message[]> {
  const dialect = dialectNamed(activation.opening.dialect);
  const next = dialect.nextCalls(activation.opening.strategy);
  const answerOne = async (call: ToolCall) => {
    const context = toMetaContext(engine, input, activation, {
      ...(input.principal === undefined ? {} : { principal: input.principal }),
      ...(signal === undefined ? {} : { signal }),
      progress: (update) => progress?.(call.id, update),
    });
    return toResultMessage(call, await perform(call, dialect, context), next);
  };
  const results = await Promise.all(reply.calls.map(answerOne));
  return [{ role: "assistant", ...reply }, ...results.filter((result) => result !== undefined)];
}

function account(
  engine: Engine,
  opening: OpeningRecord,
  tools: readonly ToolDefinition[],
  view: PermittedView,
): TokenAccount {
  const costOfAll = (definitions: readonly ToolDefinition[]): number =>
    definitions.reduce((sum, definition) => sum + engine.countTokens(canonicalJson(definition)), 0);
  const head = costOfAll(opening.tools) + engine.countTokens(opening.prompt);
  const loaded = costOfAll(tools.slice(opening.tools.length));
  const allEager = view.sum(engine.costOf);
  return { head, cards: 0, loaded, allEager, saved: allEager - head - loaded };
}
