import type { Activation } from "../activation/activation.ts";
import type { AssistantMessage, Message } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { PlimsollError } from "../errors.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { defined } from "../internal/defined.ts";
import { resolveDeclared } from "../surface/declared-tools.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import { PLAIN } from "../surface/provider.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import { suits } from "../surface/suits.ts";
import { toFingerprint } from "../surface/surface.ts";
import type { TokenAccount } from "../surface/tokens.ts";
import { planToolChange } from "../surface/tool-change.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import { announce } from "./announce.ts";
import { type Conversation, readHistory, takeUp } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { firstChanged, keepCards, withLiveCards } from "./live-cards.ts";
import { openBatch } from "./open-batch.ts";
import { canCarry, canFollow, openConversation, strategyNamed } from "./open-conversation.ts";
import { readReply } from "./read-reply.ts";
import { remind } from "./remind.ts";
import { toRevealRecord } from "./reveal-record.ts";
import { runBatch } from "./run-batch.ts";
import type { RepinReason, Step, StepInput } from "./runtime.ts";

/** From catalog, policy and history to one model call: synchronous and pure. */
export function takeStep(engine: Engine, input: StepInput): Step {
  const { history } = input;
  const derived = readHistory(engine, input);
  checkPending(derived);
  const repinned = whyRepinned(engine, input, derived);
  const kept = repinned === undefined ? derived.opening : undefined;
  const opening = kept ?? open(engine, input, derived, repinned);
  const activation = kept === undefined ? deriveWith([opening], input, engine) : derived;
  const conversation = takeUp(engine, input, activation, history);
  const { view } = conversation;
  const shown = withLiveCards(opening, conversation);
  const tools = strategyNamed(opening.strategy).arrange(shown, activation, view);
  const change = planToolChange(activation, opening, view);
  const added = [
    ...remind(derived.owed, conversation),
    ...announce(conversation),
    ...(change === undefined ? [] : [change]),
  ];
  const deferred = resolveDeclared(opening, activation, view.snapshot) ?? [];
  const lostFrom = kept === undefined ? tools.length : firstChanged(shown, conversation);
  const given = [...activation.revealed.map(({ definition }) => definition), ...(change?.added ?? [])];
  const tokens = account(shown, { tools, given, lostFrom }, conversation);
  engine.telemetry.emit(() => ({
    type: "step-start",
    model: input.model,
    strategy: opening.strategy,
    dialect: opening.dialect,
    tokens: tokens.head + tokens.loaded,
    repinned: repinned !== undefined,
  }));
  const readAgain = (...more: readonly Message[]): Activation =>
    deriveWith([...(kept === undefined ? [opening] : []), ...more], input, engine);
  const before = [...(kept === undefined ? [shown] : keepCards(shown, conversation)), ...added];
  return {
    strategy: opening.strategy,
    opening: shown,
    added,
    before,
    tools,
    prompt: opening.prompt,
    ...(opening.deferred === undefined ? {} : { deferred }),
    messages: toSentMessages([...history, ...(kept === undefined ? [opening] : []), ...added], opening),
    tokens,
    fingerprint: toFingerprint({ tools, prompt: opening.prompt }),
    ...defined({ repinned }),
    accept: async (reply, options = {}) => {
      const { calls, revealed = [], ...said } = readReply(reply);
      // The catalog and the policy may have changed while the model was thinking: what holds now, holds.
      const read = readAgain();
      const record = toRevealRecord(revealed, read, engine.viewFor(input, conversation.dialect));
      const answer: AssistantMessage = {
        role: "assistant",
        ...said,
        calls,
        ...defined({ record }),
      };
      const now = takeUp(engine, input, record === undefined ? read : readAgain(answer), history);
      const results = await runBatch(now, calls, { ...options, ...defined({ principal: input.principal }) });
      return [...before, answer, ...results];
    },
    openBatch: () => openBatch(takeUp(engine, input, readAgain(), history), input),
  };
}

function deriveWith(entries: readonly Message[], input: StepInput, engine: Engine): Activation {
  if (entries.length === 0) return readHistory(engine, input);
  const { history, records } = input;
  return records === undefined
    ? readHistory(engine, { ...input, history: [...history, ...entries] })
    : readHistory(engine, { ...input, records: [...records, ...entries] });
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

function whyRepinned(engine: Engine, input: StepInput, activation: Activation): RepinReason | undefined {
  const { opening, appended, isReset } = activation;
  if (isReset) return "compaction";
  if (opening === undefined) return undefined;
  const { model, provider = PLAIN } = input;
  const capabilities = engine.capabilitiesOf(model);
  const isTaken = opening.model === model || suits([...opening.tools, ...appended], capabilities);
  if (!isTaken || !canFollow(opening.strategy, capabilities) || !canCarry(opening, provider)) return "model";
  const isThere = resolveDeclared(opening, activation, engine.viewFor(input).snapshot) !== undefined;
  return isThere ? undefined : "definition";
}

function open(
  engine: Engine,
  input: StepInput,
  { loaded, revealed }: Activation,
  repinned: RepinReason | undefined,
): OpeningRecord {
  const { model, provider = PLAIN } = input;
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
    // Under another model or after a compaction, nothing that was revealed is spoken of any more.
    revealed: repinned === "definition" ? revealed : [],
    provider,
    isComplete: engine.sources.isComplete(),
  });
}

interface Sent {
  readonly tools: readonly ToolDefinition[];
  /** What the history itself gives the model. */
  readonly given: readonly ToolDefinition[];
  readonly lostFrom: number;
}

function account(
  opening: OpeningRecord,
  { tools, given, lostFrom }: Sent,
  { engine, view, dialect }: Conversation,
): TokenAccount {
  const { head, cards } = engine.headCostOf(opening);
  const costOf = (definitions: readonly ToolDefinition[]): number =>
    definitions.reduce((sum, definition) => sum + engine.countTokens(canonicalJson(definition)), 0);
  const loaded = costOf([...tools.slice(opening.tools.length), ...given]);
  const allEager = view.sum(engine.costOf);
  const isMeta = new Set(dialect.tools.map(({ definition }) => definition.name));
  const carried = [...tools, ...given].reduce(
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
    lost: costOf(tools.slice(lostFrom)),
  };
}

/** What the tool of a wire name costs today; nothing, where it is gone or not to be seen. */
function costAs(wireName: string, view: PermittedView, { costOf }: Engine): number {
  const resolution = view.snapshot.resolve(wireName, (entry) => entry.wireName === wireName);
  return resolution.type === "found" && view.ask(resolution.entry).see ? costOf(resolution.entry) : 0;
}
