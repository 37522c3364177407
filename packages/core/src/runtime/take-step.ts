import type { Activation } from "../activation/activation.ts";
import { derive } from "../activation/derive.ts";
import type { Message, Reply, ToolCall, UserMessage } from "../activation/message.ts";
import type { OpeningRecord, SourceMark } from "../activation/record.ts";
import { toResultMessage } from "../call/result-message.ts";
import { dialectNamed } from "../dialects/dialect-named.ts";
import { perform } from "../dialects/perform.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { planNews } from "../surface/news.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import { toFingerprint } from "../surface/surface.ts";
import type { TokenAccount } from "../surface/tokens.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import { type Engine, toMetaContext } from "./engine.ts";
import { canFollow, openConversation, strategyNamed } from "./open-conversation.ts";
import { readReply } from "./read-reply.ts";
import type { AcceptOptions, RepinReason, Step, StepInput } from "./runtime.ts";

/** From catalog, policy and history to one model call: synchronous and pure. */
export function takeStep(engine: Engine, input: StepInput): Step {
  const view = engine.viewFor(input);
  const derived = derive(input.history, view.snapshot, { compaction: engine.compaction });
  const repinned = whyRepinned(engine, input, derived);
  const kept = repinned === undefined ? derived.opening : undefined;
  const opening = kept ?? open(engine, input, view);
  const activation = { ...derived, opening, ...(kept === undefined ? { appended: [] } : {}) };
  const tools = strategyNamed(opening.strategy).arrange(opening, activation, view);
  const news = kept === undefined ? [] : announce(derived.told, kept, view);
  return {
    strategy: opening.strategy,
    tools,
    prompt: opening.prompt,
    messages: toSentMessages([...input.history, ...news]),
    tokens: account(engine, opening, tools, view),
    fingerprint: toFingerprint({ tools, prompt: opening.prompt }),
    ...(repinned === undefined ? {} : { repinned }),
    accept: async (reply, options = {}) => [
      ...(kept === undefined ? [opening] : []),
      ...news,
      ...(await runReply(engine, input, activation, readReply(reply), options)),
    ],
  };
}

function whyRepinned(
  engine: Engine,
  { model }: StepInput,
  { opening, isReset }: Activation,
): RepinReason | undefined {
  if (isReset) return "compaction";
  if (opening === undefined || canFollow(opening.strategy, engine.capabilitiesOf(model))) return undefined;
  return "model";
}

function open(engine: Engine, { model }: StepInput, view: PermittedView): OpeningRecord {
  const { dialect, strategy, budget, costOf, countTokens } = engine;
  const capabilities = engine.capabilitiesOf(model);
  return openConversation({ view, model, capabilities, dialect, strategy, budget, costOf, countTokens });
}

/** Tells of servers that came, went or changed since the conversation was last told, as a message to be kept. */
function announce(told: readonly SourceMark[], opening: OpeningRecord, view: PermittedView): UserMessage[] {
  const news = planNews(told, view);
  if (news === undefined) return [];
  const text = dialectNamed(opening.dialect).renderNews(news, opening.strategy);
  return [{ role: "user", from: "news", text, sources: news.marks }];
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
  const { head, cards } = engine.headCostOf(opening);
  const added = tools.slice(opening.tools.length);
  const loaded = added.reduce((sum, definition) => sum + engine.countTokens(canonicalJson(definition)), 0);
  const allEager = view.sum(engine.costOf);
  return { head, cards, loaded, allEager, saved: allEager - head - loaded };
}
