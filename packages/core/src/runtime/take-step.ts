import type { Activation } from "../activation/activation.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { PlimsollError } from "../errors.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import { toFingerprint } from "../surface/surface.ts";
import type { TokenAccount } from "../surface/tokens.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import { announce } from "./announce.ts";
import { type Conversation, readHistory, takeUp } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { firstChanged, keepCards, withLiveCards } from "./live-cards.ts";
import { canFollow, openConversation, strategyNamed } from "./open-conversation.ts";
import { readReply } from "./read-reply.ts";
import { remind } from "./remind.ts";
import { runBatch } from "./run-batch.ts";
import type { RepinReason, Step, StepInput } from "./runtime.ts";

/** From catalog, policy and history to one model call: synchronous and pure. */
export function takeStep(engine: Engine, input: StepInput): Step {
  const { history } = input;
  const derived = readHistory(engine, input);
  checkPending(derived);
  const repinned = whyRepinned(engine, input, derived);
  const kept = repinned === undefined ? derived.opening : undefined;
  const opening = kept ?? open(engine, input, derived);
  const activation = kept === undefined ? deriveWith(opening, input, engine) : derived;
  const conversation = takeUp(engine, input, activation, history);
  const { view } = conversation;
  const shown = withLiveCards(opening, conversation);
  const tools = strategyNamed(opening.strategy).arrange(shown, activation, view);
  const added = [...remind(derived.owed, conversation), ...announce(conversation)];
  const lostFrom = kept === undefined ? tools.length : firstChanged(shown, conversation);
  const tokens = account(shown, tools, lostFrom, conversation);
  engine.telemetry.emit(() => ({
    type: "step-start",
    model: input.model,
    strategy: opening.strategy,
    dialect: opening.dialect,
    tokens: tokens.head + tokens.loaded,
    repinned: repinned !== undefined,
  }));
  const readAgain = (): Activation =>
    kept === undefined ? deriveWith(opening, input, engine) : readHistory(engine, input);
  return {
    strategy: opening.strategy,
    tools,
    prompt: opening.prompt,
    messages: toSentMessages([...history, ...added]),
    tokens,
    fingerprint: toFingerprint({ tools, prompt: opening.prompt }),
    ...(repinned === undefined ? {} : { repinned }),
    accept: async (reply, options = {}) => {
      const { calls, ...said } = readReply(reply);
      // The catalog and the policy may have changed while the model was thinking: what holds now, holds.
      const now = takeUp(engine, input, readAgain(), history);
      const results = await runBatch(now, calls, { ...options, ...toPrincipal(input) });
      return [
        ...(kept === undefined ? [shown] : keepCards(shown, conversation)),
        ...added,
        { role: "assistant", ...said, calls },
        ...results,
      ];
    },
  };
}

function deriveWith(opening: OpeningRecord, input: StepInput, engine: Engine): Activation {
  const { history, records } = input;
  return records === undefined
    ? readHistory(engine, { ...input, history: [...history, opening] })
    : readHistory(engine, { ...input, records: [...records, opening] });
}

function toPrincipal({ principal }: StepInput): Pick<StepInput, "principal"> {
  return principal === undefined ? {} : { principal };
}

/** A reply cannot be asked for while a call of the last one has no answer: providers refuse such a request. */
function checkPending({ pending }: Activation): void {
  if (pending.length === 0) return;
  const callIds = pending.map(({ callId }) => callId);
  throw new PlimsollError(
    "CALL_PENDING",
    `${pending.map(({ tool }) => tool).join(", ")} waits for an answer (${callIds.join(", ")}). Pass it to runtime.resume, or decline it there, before the next step.`,
    { callIds },
  );
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

function open(engine: Engine, input: StepInput, { loaded }: Activation): OpeningRecord {
  const { model } = input;
  const { dialect, gate, strategy, budget, costOf, countTokens } = engine;
  const capabilities = engine.capabilitiesOf(model);
  return openConversation({
    view: engine.viewFor(input),
    model,
    capabilities,
    dialect,
    gate,
    strategy,
    budget,
    costOf,
    countTokens,
    loaded,
    isComplete: engine.sources.isComplete(),
  });
}

function account(
  opening: OpeningRecord,
  tools: readonly ToolDefinition[],
  lostFrom: number,
  { engine, view, dialect }: Conversation,
): TokenAccount {
  const { head, cards } = engine.headCostOf(opening);
  const costFrom = (at: number): number =>
    tools.slice(at).reduce((sum, definition) => sum + engine.countTokens(canonicalJson(definition)), 0);
  const loaded = costFrom(opening.tools.length);
  const allEager = view.sum(engine.costOf);
  const isMeta = new Set(dialect.tools.map(({ definition }) => definition.name));
  const carried = tools.reduce(
    (sum, { name }) => sum + (isMeta.has(name) ? 0 : costAs(name, view, engine)),
    0,
  );
  return {
    head,
    cards,
    loaded,
    deferred: allEager - carried,
    allEager,
    saved: allEager - head - loaded,
    lost: costFrom(lostFrom),
  };
}

/** What the tool of a wire name costs today; nothing, where it is gone or not to be seen. */
function costAs(wireName: string, view: PermittedView, { costOf }: Engine): number {
  const resolution = view.snapshot.resolve(wireName, (entry) => entry.wireName === wireName);
  return resolution.type === "found" && view.ask(resolution.entry).see ? costOf(resolution.entry) : 0;
}
